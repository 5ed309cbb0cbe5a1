/** The channel’s id. WhatsApp runs as a linked device of the company’s own phone. */
export const channelId = 'whatsapp';
