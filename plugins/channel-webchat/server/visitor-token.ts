import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from '@balcao/sdk/server';

const claims = z.object({
  visitor: z.string(),
  connection: z.number(),
  /** Seconds since 1970. */
  issued: z.number(),
  /** The platform’s own page, if the conversation started there: it is not in the list of origins. */
  ownPage: z.string().optional(),
});
export type VisitorClaims = z.output<typeof claims>;

const lifetimeSeconds = 400 * 24 * 3600;
const sign = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(`visitor ${text}`).digest();

/** Issues a visitor’s token, signed with the connection’s secret: it is invalid on any other connection. */
export const issueToken = (secret: string, who: Omit<VisitorClaims, 'issued'>): string => {
  const payload = Buffer.from(JSON.stringify({ ...who, issued: Math.floor(Date.now() / 1000) })).toString('base64url');
  return `${payload}.${sign(secret, payload).toString('base64url')}`;
};

/** Reads a token; undefined if it is forged, of another connection, or expired. */
export const readToken = (secret: string, connectionId: number, token: string): VisitorClaims | undefined => {
  const [payload = '', signature = '', ...rest] = token.split('.');
  if (payload === '' || rest.length > 0 || token.length > 1024) return undefined;
  const given = Buffer.from(signature, 'base64url');
  const right = sign(secret, payload);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const read = claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  if (!read.success || read.data.connection !== connectionId) return undefined;
  return read.data.issued + lifetimeSeconds > Date.now() / 1000 ? read.data : undefined;
};

const receipt = (secret: string, visitor: string, messageId: string): string =>
  createHmac('sha256', secret).update(`message ${visitor} ${messageId}`).digest('base64url').slice(0, 16);

/** Returns the channel’s id of a company’s message: the same on every attempt, and only its visitor can confirm it. */
export const externalIdOf = (secret: string, visitor: string, messageId: number): string =>
  `webchat-${messageId}-${receipt(secret, visitor, String(messageId))}`;

/** Returns true if a message was sent to this visitor, by its external id, which only the server can make. */
export const belongsToVisitor = (secret: string, visitor: string, externalId: string): boolean => {
  const [, messageId = '', tag = ''] = /^webchat-(\d{1,18})-([\w-]{16})$/.exec(externalId) ?? [];
  return tag !== '' && timingSafeEqual(Buffer.from(tag), Buffer.from(receipt(secret, visitor, messageId)));
};
