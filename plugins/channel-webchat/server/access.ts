import { AppError, notFound, type RouteRequest, type Scope } from '@balcao/sdk/server';
import { connections, type Connection } from '@balcao/connections/contract';
import { channelId } from '../contract.ts';
import { isAllowed, isOwnPage, originOf } from './origins.ts';
import { connectionIdOf, siteOf, type Site } from './sites.ts';
import { readToken, type VisitorClaims } from './visitor-token.ts';
import { findVisitor, type Visitor } from './visitors.ts';

type CallerRequest = Pick<RouteRequest, 'headers' | 'ref'>;

export interface Open {
  connection: Connection;
  site: Site;
}

const opened = async (ref: string, scope: Scope): Promise<Open> => {
  const connection = await scope.use(connections).find(connectionIdOf(ref));
  if (!connection || connection.channel !== channelId) throw notFound('ERR_NOT_FOUND');
  return { connection, site: await siteOf(scope, connection.id) };
};

const refuseClosed = ({ connection }: Open): void => {
  if (connection.status !== 'CONNECTED') throw new AppError(409, 'ERR_WEBCHAT_CLOSED');
};

/**
 * Admits any visitor of an allowed page. Throws 403 ERR_ORIGIN_NOT_ALLOWED elsewhere, 409 ERR_WEBCHAT_CLOSED while
 * disconnected.
 */
export const enter = async (request: CallerRequest, scope: Scope): Promise<Open> => {
  const open = await opened(request.ref, scope);
  const isAllowedPage = isOwnPage(request) || isAllowed(originOf(request), open.site.allowedOrigins);
  if (!isAllowedPage) throw new AppError(403, 'ERR_ORIGIN_NOT_ALLOWED');
  refuseClosed(open);
  return open;
};

/** Admits any page to the demo. */
export const enterDemo = async (request: CallerRequest, scope: Scope): Promise<Open> => {
  const open = await opened(request.ref, scope);
  refuseClosed(open);
  return open;
};

const visitorOf = async (
  token: string,
  { site }: Open,
  scope: Scope,
): Promise<{ visitor: Visitor; claims: VisitorClaims } | undefined> => {
  const claims = readToken(site.secret, site.connectionId, token);
  const visitor = claims && (await findVisitor(scope, claims.visitor));
  return visitor?.connectionId === site.connectionId && claims ? { visitor, claims } : undefined;
};

/** Returns the token’s visitor; undefined for an invalid token. */
export const visitorOfToken = async (token: string, open: Open, scope: Scope): Promise<Visitor | undefined> =>
  (await visitorOf(token, open, scope))?.visitor;

const bearer = ({ headers }: CallerRequest): string =>
  /^Bearer (\S+)$/i.exec(String(headers['authorization'] ?? ''))?.[1] ?? '';

/** Admits the token’s visitor, on an allowed page. Throws 401 ERR_VISITOR_UNKNOWN otherwise. */
export const enterAsVisitor = async (request: CallerRequest, scope: Scope): Promise<Open & { visitor: Visitor }> => {
  const open = await enter(request, scope);
  const visitor = await visitorOfToken(bearer(request), open, scope);
  if (!visitor) throw new AppError(401, 'ERR_VISITOR_UNKNOWN');
  return { ...open, visitor };
};

/** Applies the same rules to a socket. */
export const mayListen = async (
  asked: string,
  guest: { ref: string; token: string; origin: string | undefined },
  scope: Scope,
): Promise<boolean> => {
  const open = await opened(guest.ref, scope);
  const known = await visitorOf(guest.token, open, scope);
  if (known?.visitor.publicId !== asked) return false;
  const isOwn = known.claims.ownPage !== undefined && known.claims.ownPage === guest.origin;
  return open.connection.status === 'CONNECTED' && (isOwn || isAllowed(guest.origin, open.site.allowedOrigins));
};
