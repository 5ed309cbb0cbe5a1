import { Button, Dialog, makeStyles, tokens } from '@fluentui/react-components';
import { ShieldCheckmark16Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, api, useErrorText, useT, useToasts } from '@balcao/sdk/client';
import { Bar, DialogFrame, ErrorState, SkeletonRows } from '@balcao/sdk/ui';
import type { Queue } from '@balcao/queues/contract';
import type { AppView, ConnectResult, LoginView, MetaChannel, Via } from '../../contract.ts';
import { firstChoice, freeKeys } from './choice.ts';
import { ChooseLogin, LoginStep, NoApp } from './LoginStep.tsx';
import { PagePicker } from './PagePicker.tsx';
import { useLogin } from './use-login.ts';

const useStyles = makeStyles({
  promise: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    color: tokens.colorNeutralForeground2,
    '@media (max-width: 599px)': { display: 'none' },
  },
  change: { display: 'flex', alignItems: 'center', gap: '12px', flexWrap: 'wrap' },
});

export interface ConnectDialogProps {
  /** The login to begin with; `ask`: the person chooses, if the app has both. */
  via?: Via | 'ask';
  onAdded(connectionIds: readonly number[]): void;
  onClose(): void;
}

/** Connects pages and Instagram accounts: a login at Facebook, then a choice. */
export default function ConnectDialog({ via: wanted = 'page', onAdded, onClose }: ConnectDialogProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const errorText = useErrorText();
  const app = useQuery({
    queryKey: ['meta', 'app'],
    queryFn: ({ signal }) => api.get<AppView>('/meta/app', {}, { signal }),
    staleTime: 0,
  });
  const queues = useQuery({
    queryKey: ['meta', 'queues'],
    queryFn: ({ signal }) => api.get<Queue[]>('/queue', {}, { signal }),
  });
  const [login, setLogin] = useState<LoginView>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [queueId, setQueueId] = useState<number>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const fail = useCallback((error: unknown) => setFailure(errorText(error)), [errorText]);

  const show = useCallback((view: LoginView): void => {
    setLogin(view);
    setChosen(firstChoice(view));
    setFailure(undefined);
  }, []);
  const finished = useCallback(
    (id: string) => void api.get<LoginView>(`/meta/login/${id}`).then(show, fail),
    [show, fail],
  );
  const { state, open } = useLogin(finished);

  // The click on the menu is recent enough for the browser to allow the window.
  const canLogIn = app.data !== undefined && app.data.owner !== 'none';
  const [chosenVia, chooseVia] = useState<Via>();
  const isAsking = wanted === 'ask' && app.data?.hasInstagramLogin === true && chosenVia === undefined;
  const via = chosenVia ?? (wanted === 'ask' ? 'page' : wanted);
  const openVia = useCallback(
    (next: Via): void => {
      chooseVia(next);
      open(next);
    },
    [open],
  );
  const hasOpened = useRef(false);
  useEffect(() => {
    if (!canLogIn || isAsking || hasOpened.current) return;
    hasOpened.current = true;
    open(via);
  }, [canLogIn, isAsking, open, via]);

  const entry = queueId ?? queues.data?.[0]?.id;
  const connect = async (): Promise<void> => {
    if (isBusy || !login || entry === undefined || chosen.size === 0) return;
    setBusy(true);
    setFailure(undefined);
    const channels = [...chosen].map((key) => {
      const [pageId = '', channel] = key.split('/');
      return { pageId, channel: channel as MetaChannel };
    });
    try {
      const results = await api.post<ConnectResult[]>('/meta/connect', { login: login.id, queueId: entry, channels });
      const made = results.flatMap(({ connectionId }) => (connectionId === null ? [] : [connectionId]));
      const fault = results.find((one) => one.fault !== null)?.fault;
      onAdded(made);
      if (made.length > 0) toasts.success(t('picker.done', { count: made.length }));
      if (fault === undefined || fault === null) return onClose();
      show(await api.get<LoginView>(`/meta/login/${login.id}`));
      setFailure(errorText(new ApiError(409, fault)));
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };

  const nothingFree = login !== undefined && freeKeys(login).length === 0;
  const footer = (
    <>
      <Button onClick={onClose}>{t('picker.cancel')}</Button>
      {login && !nothingFree ? (
        <Button
          type="submit"
          appearance="primary"
          disabledFocusable={isBusy || chosen.size === 0 || entry === undefined}
        >
          {t('picker.connect', { count: chosen.size })}
        </Button>
      ) : (
        canLogIn &&
        !isAsking && (
          <Button appearance="primary" onClick={() => open(via)}>
            {t(login ? 'picker.change' : `picker.logIn.${via}`)}
          </Button>
        )
      )}
    </>
  );
  const subtitle = login && (
    <span className={styles.change}>
      {t(`picker.enteredAs.${login.via}`, { name: login.person })}
      {!nothingFree && (
        <Button size="small" onClick={() => open(via)}>
          {t('picker.change')}
        </Button>
      )}
    </span>
  );
  return (
    <Dialog open onOpenChange={(_, { open: isOpen }) => !isOpen && onClose()}>
      <DialogFrame
        title={t(login ? 'picker.choose' : 'picker.title')}
        subtitle={subtitle}
        width={720}
        onClose={onClose}
        onSubmit={() => void connect()}
        aside={
          <span className={styles.promise}>
            <ShieldCheckmark16Regular aria-hidden="true" />
            {t('picker.promise')}
          </span>
        }
        footer={footer}
      >
        {failure !== undefined && (
          <Bar tone="bad" alert>
            {failure}
          </Bar>
        )}
        {app.isError && <ErrorState error={app.error} onRetry={() => void app.refetch()} />}
        {app.isPending && <SkeletonRows rows={2} height={56} />}
        {app.data && !canLogIn && <NoApp app={app.data} />}
        {isAsking && <ChooseLogin onChoose={openVia} />}
        {canLogIn && !login && !isAsking && <LoginStep via={via} state={state} />}
        {login && (
          <PagePicker
            login={login}
            chosen={chosen}
            onChoose={setChosen}
            queues={queues.data ?? []}
            queueId={entry}
            onQueue={setQueueId}
          />
        )}
      </DialogFrame>
    </Dialog>
  );
}
