import { minute, pauseBefore } from './calendar.ts';
import type { DemoContact } from './cast.ts';
import type { Planned } from './plan.ts';
import type { Random } from './random.ts';
import { converse, type ScriptedMessage } from './converse.ts';
import type { Talk } from './talks/talk.ts';

export interface Message extends ScriptedMessage {
  sentAt: number;
  /** 0 waiting, 1 sent, 2 delivered, 3 read; for messages of the company. */
  ack: number;
  failed: boolean;
}
export interface Composed extends Planned {
  messages: Message[];
  /** Number of the customer's unread messages. */
  unreadCount: number;
  acceptedAt: number | null;
  closedAt: number | null;
}

const minLines = 6;

/** Cuts a conversation to its state: whole when it is closed, part of it while it is open. */
const cut = (messages: ScriptedMessage[], planned: Planned, random: Random): ScriptedMessage[] => {
  if (planned.status === 'closed' || planned.arrival) return messages;
  const wanted: ScriptedMessage['from'] = planned.mark
    ? 'company'
    : planned.status === 'pending' || planned.unread
      ? 'customer'
      : random.pick(['customer', 'company']);
  const ends = messages.flatMap(({ from }, index) => (index + 1 >= minLines && from === wanted ? [index + 1] : []));
  return messages.slice(0, ends.length > 0 ? random.pick(ends) : messages.length);
};

const withTimes = (messages: readonly ScriptedMessage[], lastAt: number, random: Random): number[] => {
  let at = lastAt;
  const times: number[] = [];
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    times.unshift(at);
    at -= pauseBefore(messages[index]?.from === messages[index - 1]?.from, random);
  }
  return times;
};

/** Messages that the customer answered were read; of the others the state is random. */
const ackOf = (index: number, messages: readonly ScriptedMessage[], planned: Planned, random: Random): number => {
  if (messages[index]?.from !== 'company') return messages[index]?.from === 'note' ? 1 : 0;
  const isLast = messages.findLastIndex(({ from }) => from !== 'note') === index;
  if (planned.mark === 'failed' && isLast) return 0;
  if (planned.mark === 'justSent' && isLast) return 1;
  const answered = messages.slice(index + 1).some(({ from }) => from === 'customer');
  return answered ? 3 : planned.status === 'closed' ? random.pick([3, 3, 3, 2]) : random.pick([3, 3, 2, 2, 1]);
};

const trailing = (messages: readonly Message[]): number => {
  const last = messages.findLastIndex(({ from }) => from === 'company');
  return messages.slice(last + 1).filter(({ from }) => from === 'customer').length;
};

/** Writes out one conversation. */
export const compose = (
  planned: Planned,
  talk: Talk,
  contact: DemoContact,
  attendant: string,
  random: Random,
): Composed => {
  const scripted = cut(converse(talk, contact, attendant, planned.lastAt, random), planned, random);
  const times = withTimes(scripted, planned.lastAt, random);
  const messages = scripted.map((line, index): Message => {
    const ack = ackOf(index, scripted, planned, random);
    return { ...line, sentAt: times[index] ?? planned.lastAt, ack, failed: line.from === 'company' && ack === 0 };
  });
  const answer = messages.find(({ from }) => from === 'company');
  return {
    ...planned,
    messages,
    unreadCount: planned.unread ? trailing(messages) : 0,
    acceptedAt: answer ? answer.sentAt - 8_000 : null,
    closedAt: planned.status === 'closed' ? planned.lastAt + random.between(2, 25) * minute : null,
  };
};
