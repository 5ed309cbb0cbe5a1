import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Goes to the message that the address names, `?message=12`, and takes it out of the address: it is a way, no state. */
export function useMessageOfAddress(onGo: (messageId: number) => void): void {
  const [address, setAddress] = useSearchParams();
  const wanted = Number(address.get('message'));
  useEffect(() => {
    if (!Number.isSafeInteger(wanted) || wanted <= 0) return;
    onGo(wanted);
    setAddress(
      (known) => {
        const next = new URLSearchParams(known);
        next.delete('message');
        return next;
      },
      { replace: true },
    );
  }, [onGo, setAddress, wanted]);
}
