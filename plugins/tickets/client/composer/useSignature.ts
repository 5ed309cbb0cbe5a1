import { useAtom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { useSession } from '@balcao/sdk/client';

/** What each person of this device wants, where the company leaves it to them. */
const wantedAtom = atomWithStorage<Readonly<Record<number, boolean>>>('balcao.tickets.signature', {}, undefined, {
  getOnInit: true,
});

export interface Signature {
  /** The customer will see the author's name. */
  isOn: boolean;
  /** The company leaves it to each person. */
  mayChoose: boolean;
  toggle(): void;
}

/** Whether what is written carries its author's name to the customer. */
export function useSignature(): Signature {
  const { user, setting } = useSession();
  const [wanted, setWanted] = useAtom(wantedAtom);
  const byDefault = setting('defaultChatSubscript') === 'enabled';
  const mayChoose = setting('chatSubscriptChoice') === 'enabled';
  const isOn = mayChoose ? (wanted[user.id] ?? byDefault) : byDefault;
  return { isOn, mayChoose, toggle: () => setWanted({ ...wanted, [user.id]: !isOn }) };
}
