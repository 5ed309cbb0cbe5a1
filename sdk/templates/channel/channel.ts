/** The channel's name: what connections and conversations say of where they come from. */
export const channelId = 'example-sms';
