import { useAtom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { useSession } from '@balcao/sdk/client';

/** The choice of each person on this device, where the company allows it. */
const chosenSignatureAtom = atomWithStorage<Readonly<Record<number, boolean>>>(
  'balcao.tickets.signature',
  {},
  undefined,
  {
    getOnInit: true,
  },
);

export interface Signature {
  /** The customer will see the author's name. */
  isOn: boolean;
  /** The company lets each person choose. */
  mayChoose: boolean;
  toggle(): void;
}

/** The signature setting of the composer. */
export function useSignature(): Signature {
  const { user, setting } = useSession();
  const [wanted, setWanted] = useAtom(chosenSignatureAtom);
  const byDefault = setting('defaultChatSubscript') === 'enabled';
  const mayChoose = setting('chatSubscriptChoice') === 'enabled';
  const isOn = mayChoose ? (wanted[user.id] ?? byDefault) : byDefault;
  return { isOn, mayChoose, toggle: () => setWanted({ ...wanted, [user.id]: !isOn }) };
}
