import { useCallback, useEffect, useState } from 'react';
import { returnPath, type Via } from '../../contract.ts';

/** Windows of one browser tell each other here that a login has ended. */
export const loginChannel = 'balcao-meta-login';
export type LoginNews = { login: string };

const shape = 'popup,width=640,height=760';

/** Opens Meta’s login in a window of its own, and receives its end. */
export function useLogin(onDone: (login: string) => void): {
  state: 'idle' | 'open' | 'blocked';
  /** `comments`: asks for the permissions of comments too. */
  open(via: Via, more?: { comments?: boolean }): void;
} {
  const [state, setState] = useState<'idle' | 'open' | 'blocked'>('idle');
  useEffect(() => {
    const channel = new BroadcastChannel(loginChannel);
    channel.onmessage = ({ data }: MessageEvent<LoginNews>) => {
      setState('idle');
      onDone(data.login);
    };
    return () => channel.close();
  }, [onDone]);
  const open = useCallback((via: Via, { comments = false }: { comments?: boolean } = {}) => {
    const address = `${returnPath}?start=${via}${comments ? '&comments=1' : ''}`;
    setState(window.open(address, loginChannel, shape) ? 'open' : 'blocked');
  }, []);
  return { state, open };
}
