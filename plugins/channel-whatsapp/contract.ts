/** WhatsApp as a linked device of the company's own telephone. */
export const channelId = 'whatsapp';
