import { ApiError } from '@balcao/sdk/client';
import type { Translate } from '@balcao/sdk/client';

const nameIn = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value || undefined;
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
    ? value.name
    : undefined;
};

/** Who has a conversation and where, as far as an answer says: both, one of them, or neither. */
function holderIn(context: Record<string, unknown>) {
  const values = { user: nameIn(context.user), queue: nameIn(context.queue) };
  const named = values.user && values.queue ? 'userAndQueue' : values.user ? 'user' : values.queue ? 'queue' : 'plain';
  return { values, named } as const;
}

/** The session ran out, or too much was asked at once: that says nothing about the ticket. */
const passing = new Set([401, 408, 425, 429]);

/** The server says that this one does not open, not now and not at another try. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  !passing.has(error.status) &&
  error.code !== 'ERR_SESSION_EXPIRED';

/** Why a ticket does not open, naming who has it and where, as far as that is known. */
export function refusalText(error: ApiError, t: Translate): string {
  const { code, status, context } = error;
  if (code === 'ERR_TICKET_OTHER_QUEUE' || code === 'ERR_NO_PERMISSION') return t('refused.access');
  if (code === 'ERR_TICKET_OTHER_USER') {
    const { values, named } = holderIn(context);
    const state = context.status === 'pending' || context.status === 'closed' ? context.status : 'open';
    return t(`refused.${state}.${named}`, values);
  }
  // What is no address of a ticket leads to none either.
  return t(status === 404 || status === 400 ? 'refused.missing' : 'refused.again');
}

/** Why a ticket that waited on the screen is gone from it: somebody was faster. Undefined: for another reason. */
export function acceptedText(error: ApiError, t: Translate): string | undefined {
  if (error.code !== 'ERR_TICKET_OTHER_USER' || error.context.status !== 'open') return undefined;
  const user = nameIn(error.context.user);
  return user ? t('action.taken', { user }) : t('action.takenUnnamed');
}

/** Who took a ticket before this person could. */
export const takerOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'ERR_TICKET_TAKEN' ? (nameIn(error.context.user) ?? '') : undefined;

export interface OtherTicket {
  uuid: string;
  /** Who may not open it is told who has it. */
  mayOpen: boolean;
  holder: ReturnType<typeof holderIn>;
}

/** The running conversation that stands in the way of another with the same contact. */
export function otherTicketOf(error: unknown): OtherTicket | undefined {
  if (!(error instanceof ApiError) || error.code !== 'ERR_OTHER_OPEN_TICKET') return undefined;
  const { uuid, mayOpen } = error.context;
  if (typeof uuid !== 'string') return undefined;
  return { uuid, mayOpen: mayOpen === true, holder: holderIn(error.context) };
}

/** That a contact has a running conversation, and with whom where one may not open it. */
export const otherTicketText = ({ mayOpen, holder }: OtherTicket, t: Translate): string =>
  t(`other.${mayOpen ? 'plain' : holder.named}`, holder.values);
