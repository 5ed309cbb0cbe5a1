import { z, type Scope } from '@balcao/sdk/server';
import { channelError, type OutboundMessage } from '@balcao/connections/contract';

/** The company's account at the gateway. */
export interface Account {
  url: string;
  key: string;
}

/** Returns the account; undefined until the company has entered its key. */
export const accountOf = ({ settings }: Scope): Account | undefined => {
  const key = settings.get('exampleSmsKey');
  return key === '' ? undefined : { url: settings.get('exampleSmsUrl'), key };
};

const patienceMs = 15_000;
const accepted = z.object({ id: z.string().min(1).max(200) });

/** Maps the gateway's status to a failure: whether to retry, and whom to inform. */
const failureOf = (status: number) => {
  if (status === 401 || status === 403) return 'disconnected';
  if (status === 404 || status === 422) return 'invalid-contact';
  return status === 408 || status === 429 || status >= 500 ? 'retry' : 'refused';
};

/** Sends one message to the gateway and returns its id there. Throws ChannelError. */
export async function sendText({ url, key }: Account, message: OutboundMessage, signal: AbortSignal): Promise<string> {
  const response = await fetch(new URL('/messages', url), {
    method: 'POST',
    redirect: 'error',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      // The same on every attempt, so that the gateway sends it once.
      'idempotency-key': String(message.id),
    },
    body: JSON.stringify({ to: message.to.value, text: message.body }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
  }).catch((error: unknown) => {
    throw channelError('retry', 'the gateway cannot be reached', error);
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw channelError(failureOf(response.status), String(response.status));
  }
  const answer = accepted.safeParse(await response.json().catch(() => undefined));
  if (!answer.success) throw channelError('retry', 'the gateway answered without an id');
  return answer.data.id;
}
