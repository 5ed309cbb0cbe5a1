/** The channel's name in connections and conversations. */
export const channelId = 'example-sms';
