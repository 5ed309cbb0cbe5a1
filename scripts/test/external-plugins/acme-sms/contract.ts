export const channelId = 'acme-sms';
export const addressRef = (connectionId: number): string => `connection:${connectionId}`;
