/** The ones that people use at work, by what they show; the system's own picker has all the others. */
export const emojiGroups = {
  faces:
    '😀 😃 😄 😁 😆 😅 😂 🤣 🙂 🙃 😉 😊 😇 🥰 😍 😘 😋 😛 😜 🤗 🤭 🤫 🤔 🤨 😐 😑 😶 🙄 😏 😬 😌 😔 😪 😴 😷 🤒 🤕 🥵 🥶 😵 🤯 😎 🤓 😕 😟 🙁 😮 😯 😲 😳 🥺 😢 😭 😱 😖 😞 😓 😩 😤 😡',
  hands: '👍 👎 👏 🙌 🙏 🤝 👋 ✋ 👌 🤞 ✌️ 🤙 👈 👉 👆 👇 ☝️ ✊ 👊 💪 ✍️ 🫶 🤲 🫡',
  hearts: '❤️ 🧡 💛 💚 💙 💜 🖤 🤍 💔 ❣️ 💕 💖 ✨ ⭐ 🌟 💫 🎉 🎊 🥳 🎁 🏆 🌹 🌻 ☀️',
  work: '✅ ☑️ ❌ ⚠️ ❗ ❓ 📌 📍 📎 📄 📑 📝 📅 ⏰ ⏳ 📞 📱 💻 📧 📦 🚚 🏠 🏢 🏥 ⚖️ 💼 💰 💳 🧾 📈 📉 🔍 🔑 🔒 🔔 💡',
  life: '☕ 🍕 🍔 🍰 🍺 🍷 🚗 🚌 ✈️ 🐶 🐱 🌱 🌧️ 🌈 ⚽ 🎵 👶 👩 👨 👵 👴 👪 🇧🇷 🆗',
} as const;

export type EmojiGroup = keyof typeof emojiGroups;
export const emojiGroupNames = Object.keys(emojiGroups) as EmojiGroup[];
export const emojiOf = (group: EmojiGroup): string[] => emojiGroups[group].split(' ');
