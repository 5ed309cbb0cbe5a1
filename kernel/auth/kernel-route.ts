import type { z } from 'zod';
import { forbidden } from '@balcao/sdk/server';
import type { AuditEntry, Company, CurrentUser, Method } from '@balcao/sdk/server';

/** Session that a request belongs to. */
export interface Session {
  readonly id: string;
  readonly userId: number;
  readonly companyId: number;
}

export interface CookieOptions {
  path: string;
  httpOnly: boolean;
  secure: boolean;
  sameSite: 'strict' | 'lax';
  maxAge: number;
}
export interface Cookies {
  get(name: string): string | undefined;
  /** Sets a cookie, or deletes it when the value is `null`. */
  set(name: string, value: string | null, options: CookieOptions): void;
}

export interface KernelInput {
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
}
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

interface BareRequest<I extends KernelInput> {
  readonly params: Parsed<I['params']>;
  readonly query: Parsed<I['query']>;
  readonly body: Parsed<I['body']>;
  readonly cookies: Cookies;
  readonly ip: string;
  readonly userAgent: string;
  readonly language: string;
}
export interface Caller {
  readonly session: Session;
  readonly user: CurrentUser;
  readonly company: Company;
}
export type KernelRequest<I extends KernelInput = KernelInput> = BareRequest<I> & Partial<Caller>;

/** A route of the kernel itself. Checks run in this order: session, company, permission, input. */
export interface KernelRoute {
  method: Method;
  /** Path without `/api`, with parameters as `:name`. */
  path: string;
  /** No session, any session, one of a super user, or one that holds the named permission. */
  access: 'public' | 'signed-in' | 'super' | (string & {});
  input?: KernelInput;
  /** One sentence for the API documentation. */
  summary?: string;
  /** Most requests a minute of one network address (public) or user. */
  rate?: number;
  /**
   * Audit action, as for a plugin's route. A function returns the entry for an input, or undefined when the call is
   * not audited.
   */
  audit?: string | false | ((input: { params: unknown; body: unknown }) => AuditEntry | undefined);
  /** Handles the request. Returns JSON or a `Reply`. */
  handle(request: KernelRequest): Promise<unknown>;
}

/** Defines a route for everybody. The parsed input is typed, and there may be no session. */
export const openRoute = <const I extends KernelInput>(
  route: Omit<KernelRoute, 'handle' | 'input' | 'access'> & {
    input?: I;
    handle(request: KernelRequest<I>): Promise<unknown>;
  },
): KernelRoute => ({ ...route, access: 'public', handle: (request) => route.handle(request as KernelRequest<I>) });

/** Defines a route that requires a session, so the caller is always present. */
export const callerRoute = <const I extends KernelInput>(
  route: Omit<KernelRoute, 'handle' | 'input'> & {
    input?: I;
    handle(request: BareRequest<I> & Caller): Promise<unknown>;
  },
): KernelRoute => ({
  ...route,
  handle: (request) => {
    const { session, user, company } = request;
    if (!session || !user || !company) throw new Error(`${route.method} ${route.path} was called without a session`);
    return route.handle({ ...(request as KernelRequest<I>), session, user, company });
  },
});

/** Refuses everybody but the company's admins and super users. */
export const adminOnly = (user: CurrentUser): void => {
  if (!user.super && user.profile !== 'admin') throw forbidden();
};
