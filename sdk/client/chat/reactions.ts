import type { ChatReaction } from './chat-message.ts';

/** Reactions that are offered first. */
export const quickReactions = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const;

/** Further common reactions. */
export const moreReactions =
  '😀 😄 😊 😍 🥰 😘 😉 😎 🤔 😅 😭 😡 😴 🤝 👏 🙌 👌 💪 ✌️ 🫶 👎 🎉 ✅ ❌ ⚠️ ❓ 💯 🔥 ⭐ 💜 💙 💚 💛 🧡 🤍 💔 ☕ 🍀 🌹 🎁 📌 📄 📅 💰 ⚖️ 👀'.split(
    ' ',
  );

export interface ReactionGroup {
  emoji: string;
  people: ChatReaction[];
  /** True if the reader's side is among them. */
  isOurs: boolean;
}

/** Groups reactions, the most frequent first; equal ones in the order they were given. */
export function groupReactions(reactions: readonly ChatReaction[]): ReactionGroup[] {
  const groups = new Map<string, ReactionGroup>();
  for (const reaction of reactions) {
    const group = groups.get(reaction.emoji) ?? { emoji: reaction.emoji, people: [], isOurs: false };
    group.people.push(reaction);
    group.isOurs ||= reaction.fromMe;
    groups.set(reaction.emoji, group);
  }
  return [...groups.values()].toSorted((one, other) => other.people.length - one.people.length);
}

/** Returns the reactions after the reader's side reacts: a side has one reaction, and the same one again removes it. */
export function reacted(
  reactions: readonly ChatReaction[],
  emoji: string,
  name: string,
): { reactions: ChatReaction[]; sent: string } {
  const isTakenBack = reactions.some((each) => each.fromMe && each.emoji === emoji);
  const others = reactions.filter((each) => !each.fromMe);
  return isTakenBack
    ? { reactions: others, sent: '' }
    : { reactions: [...others, { emoji, fromMe: true, name }], sent: emoji };
}
