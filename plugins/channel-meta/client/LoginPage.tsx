import { Button, makeStyles } from '@fluentui/react-components';
import { api, useErrorText, useT } from '@balcao/sdk/client';
import { Bar, Page, Spinner } from '@balcao/sdk/ui';
import { useEffect, useRef, useState } from 'react';
import type { LoginView } from '../contract.ts';
import { loginChannel, type LoginNews } from './connect/use-login.ts';

const useStyles = makeStyles({
  all: { display: 'grid', gap: '16px', justifyItems: 'start', padding: '24px', maxWidth: '560px' },
});

const publishLogin = (login: string): void => {
  const channel = new BroadcastChannel(loginChannel);
  channel.postMessage({ login } satisfies LoginNews);
  channel.close();
};

/** Starts the login at Meta, or ends it with Meta’s answer. Returns true when the window is done. */
const proceed = async (address: URLSearchParams): Promise<boolean> => {
  const [code, state] = [address.get('code'), address.get('state')];
  if (code !== null && state !== null) {
    const { id } = await api.post<LoginView>('/meta/login/finish', { code, state });
    publishLogin(id);
    window.close();
    return true;
  }
  const { url } = await api.post<{ url: string }>('/meta/login', {
    origin: window.location.origin,
    via: address.get('start') === 'instagram' ? 'instagram' : 'page',
    comments: address.get('comments') === '1',
  });
  window.location.replace(url);
  return false;
};

/** The page of the login’s window: it leads to Meta, and Meta leads back to it. */
export default function LoginPage() {
  const t = useT();
  const styles = useStyles();
  const errorText = useErrorText();
  const [failure, setFailure] = useState<unknown>();
  const [isDone, setDone] = useState(false);
  const hasStarted = useRef(false);
  const address = new URLSearchParams(window.location.search);
  const isRefused = address.has('error');
  // Without either somebody opened the page by hand.
  const isLogin = address.has('start') || address.has('code');
  useEffect(() => {
    // Meta’s code is valid once.
    if (hasStarted.current || isRefused || !isLogin) return;
    hasStarted.current = true;
    proceed(new URLSearchParams(window.location.search)).then(setDone, setFailure);
  }, [isRefused, isLogin]);
  return (
    <Page title={t('login.title')}>
      <div className={styles.all}>
        {failure !== undefined && (
          <Bar tone="bad" alert>
            {errorText(failure)}
          </Bar>
        )}
        {isRefused && <Bar tone="warn">{t('login.refused')}</Bar>}
        {isDone && <Bar tone="ok">{t('login.done')}</Bar>}
        {failure === undefined && isLogin && !isRefused && !isDone && <Spinner label={t('login.title')} />}
        <Button as="a" href="/connections">
          {t('login.back')}
        </Button>
      </div>
    </Page>
  );
}
