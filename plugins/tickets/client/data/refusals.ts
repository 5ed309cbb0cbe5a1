import { ApiError } from '@balcao/sdk/client';
import type { Translate } from '@balcao/sdk/client';

const nameIn = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value || undefined;
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
    ? value.name
    : undefined;
};

/** Returns the owner and queue of a conversation, as far as an error names them: both, one, or neither. */
function holderIn(context: Record<string, unknown>) {
  const values = { user: nameIn(context.user), queue: nameIn(context.queue) };
  const named = values.user && values.queue ? 'userAndQueue' : values.user ? 'user' : values.queue ? 'queue' : 'plain';
  return { values, named } as const;
}

/** Statuses that say nothing about the ticket: an expired session, too many requests. */
const passing = new Set([401, 408, 425, 429]);

/** True when the server refuses this ticket finally, so that trying again does not help. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  !passing.has(error.status) &&
  error.code !== 'ERR_SESSION_EXPIRED';

/** Returns why a ticket does not open, with the owner and queue as far as they are known. */
export function refusalText(error: ApiError, t: Translate): string {
  const { code, status, context } = error;
  if (code === 'ERR_TICKET_OTHER_QUEUE' || code === 'ERR_NO_PERMISSION') return t('refused.access');
  if (code === 'ERR_TICKET_OTHER_USER') {
    const { values, named } = holderIn(context);
    const state = context.status === 'pending' || context.status === 'closed' ? context.status : 'open';
    return t(`refused.${state}.${named}`, values);
  }
  // A malformed address leads to no ticket either.
  return t(status === 404 || status === 400 ? 'refused.missing' : 'refused.again');
}

/** Returns why a waiting ticket disappeared from the screen: somebody was faster. Undefined: another reason. */
export function acceptedText(error: ApiError, t: Translate): string | undefined {
  if (error.code !== 'ERR_TICKET_OTHER_USER' || error.context.status !== 'open') return undefined;
  const user = nameIn(error.context.user);
  return user ? t('action.taken', { user }) : t('action.takenUnnamed');
}

/** Returns who accepted a ticket before this person. */
export const acceptedBy = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'ERR_TICKET_TAKEN' ? (nameIn(error.context.user) ?? '') : undefined;

export interface OtherTicket {
  uuid: string;
  /** People who may not open it are told who has it. */
  mayOpen: boolean;
  holder: ReturnType<typeof holderIn>;
}

/** Returns the running conversation that prevents another one with the same contact. */
export function otherTicketOf(error: unknown): OtherTicket | undefined {
  if (!(error instanceof ApiError) || error.code !== 'ERR_OTHER_OPEN_TICKET') return undefined;
  const { uuid, mayOpen } = error.context;
  if (typeof uuid !== 'string') return undefined;
  return { uuid, mayOpen: mayOpen === true, holder: holderIn(error.context) };
}

/** Returns the text that a contact has a running conversation, with its attendant where this person may not open it. */
export const otherTicketText = ({ mayOpen, holder }: OtherTicket, t: Translate): string =>
  t(`other.${mayOpen ? 'plain' : holder.named}`, holder.values);
