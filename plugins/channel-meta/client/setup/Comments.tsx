import { makeStyles, Switch, tokens } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useId, useState } from 'react';
import { api, useErrorText, useT } from '@balcao/sdk/client';
import { Bar } from '@balcao/sdk/ui';
import type { AccountView } from '../../contract.ts';
import { useLogin } from '../connect/use-login.ts';
import { accountKey, pathOf } from './useAccount.ts';

const useStyles = makeStyles({
  all: { display: 'grid', gap: '10px', justifyItems: 'start', width: '100%' },
  text: { margin: 0, color: tokens.colorNeutralForeground2, textWrap: 'pretty' },
  quiet: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, textWrap: 'pretty' },
  switch: { marginLeft: '-8px' },
  bar: { width: '100%' },
});

/** The switch by which an account receives the comments on its posts. Without the permissions it leads to a login first. */
export function Comments({ account }: { account: AccountView }) {
  const t = useT();
  const styles = useStyles();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const textId = useId();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const { connectionId, channel, via, comments } = account;

  const turn = useCallback(
    async (isOn: boolean, login?: string): Promise<void> => {
      setBusy(true);
      setFailure(undefined);
      try {
        const view = await api.put<AccountView>(`${pathOf(connectionId)}/comments`, { isOn, ...(login && { login }) });
        queries.setQueryData(accountKey(connectionId), view);
      } catch (error) {
        setFailure(error);
        void queries.invalidateQueries({ queryKey: accountKey(connectionId) });
      } finally {
        setBusy(false);
      }
    },
    [connectionId, queries],
  );
  const loggedIn = useCallback((login: string) => void turn(true, login), [turn]);
  const { state, open } = useLogin(loggedIn);
  const change = (isOn: boolean): void => {
    if (isBusy) return;
    setFailure(undefined);
    if (isOn && comments.missing.length > 0) open(via, { comments: true });
    else void turn(isOn);
  };
  const permissions = via === 'instagram' ? 'instagram_business_manage_comments' : t(`comments.permissions.${channel}`);
  return (
    <div className={styles.all}>
      <p id={textId} className={styles.text}>
        {t('comments.text')}
      </p>
      <Switch
        className={styles.switch}
        label={t('comments.switch')}
        aria-describedby={textId}
        checked={comments.isOn}
        onChange={(_, data) => change(data.checked)}
      />
      <p className={styles.quiet}>{t('comments.needs', { permissions })}</p>
      <div className={styles.bar} role="status">
        {state === 'open' && <Bar tone="info">{t(`picker.waiting.${via}`)}</Bar>}
        {state === 'blocked' && <Bar tone="warn">{t('picker.blocked')}</Bar>}
        {comments.isOn && comments.isRefused && <Bar tone="warn">{t('comments.refused')}</Bar>}
      </div>
      {failure !== undefined && (
        <div className={styles.bar}>
          <Bar tone="bad" alert>
            {errorText(failure)}
          </Bar>
        </div>
      )}
    </div>
  );
}
