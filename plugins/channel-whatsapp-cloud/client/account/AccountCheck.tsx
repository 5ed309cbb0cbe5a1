import { Button, makeStyles, Spinner } from '@fluentui/react-components';
import { api, useErrorText, useT } from '@balcao/sdk/client';
import { Bar, CheckList } from '@balcao/sdk/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CheckResult } from '../../contract.ts';
import { accountKey, pathOf } from './useAccount.ts';

const useStyles = makeStyles({
  all: { display: 'grid', gap: '12px', justifyItems: 'start' },
  wide: { width: '100%' },
});

/** The test ("Testar"): Meta’s answer about each requirement, with what to do. */
export function AccountCheck({ connectionId }: { connectionId: number }) {
  const t = useT();
  const styles = useStyles();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const [lines, setLines] = useState<CheckResult[]>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const list = useRef<HTMLUListElement>(null);
  // The results appear below the visible part of the page.
  useEffect(() => {
    void list.current?.scrollIntoView({ block: 'nearest' });
  }, [lines]);

  const runCheck = async (what: 'check' | 'subscribe'): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      setLines(await api.post<CheckResult[]>(`${pathOf(connectionId)}/${what}`));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
    void queries.invalidateQueries({ queryKey: accountKey(connectionId) });
  };

  const isRight = lines?.every(({ state }) => state === 'ok');
  return (
    <div className={styles.all}>
      <Button
        disabledFocusable={isBusy}
        {...(isBusy && { icon: <Spinner size="extra-tiny" aria-hidden="true" /> })}
        onClick={() => void runCheck('check')}
      >
        {t(isBusy ? 'setup.running' : 'setup.run')}
      </Button>
      {failure !== undefined && (
        <Bar tone="bad" alert>
          {errorText(failure)}
        </Bar>
      )}
      {lines && (
        <>
          <div className={styles.wide}>
            <Bar tone={isRight ? 'ok' : 'warn'}>{t(isRight ? 'setup.allRight' : 'setup.somethingWrong')}</Bar>
          </div>
          <CheckList
            ref={list}
            items={lines.map(({ check, state, finding, values }) => ({
              key: check,
              state,
              stateText: t(`check.state.${state}`),
              title: t(`check.${check}.title`),
              text: state === 'skipped' ? t('check.skipped') : t(`check.${check}.${finding}`, values),
              ...(check === 'subscription' &&
                finding === 'none' && {
                  action: (
                    <Button size="small" disabledFocusable={isBusy} onClick={() => void runCheck('subscribe')}>
                      {t('setup.subscribe')}
                    </Button>
                  ),
                }),
            }))}
          />
        </>
      )}
    </div>
  );
}
