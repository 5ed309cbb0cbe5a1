import { Button } from '@fluentui/react-components';
import { api, useT } from '@balcao/sdk/client';
import { CheckRun } from '@balcao/sdk/ui';
import { useQueryClient } from '@tanstack/react-query';
import type { CheckResult } from '../../contract.ts';
import { accountKey, pathOf } from './useAccount.ts';

/** The test ("Testar"): Meta’s answer about each requirement, with what to do. */
export function AccountCheck({ connectionId }: { connectionId: number }) {
  const t = useT();
  const queries = useQueryClient();
  const post = (what: 'check' | 'subscribe') => (): Promise<CheckResult[]> =>
    api.post<CheckResult[]>(`${pathOf(connectionId)}/${what}`);
  return (
    <CheckRun
      check={post('check')}
      onEnd={() => void queries.invalidateQueries({ queryKey: accountKey(connectionId) })}
      texts={{
        start: t('setup.run'),
        running: t('setup.running'),
        allRight: t('setup.allRight'),
        somethingWrong: t('setup.somethingWrong'),
      }}
      itemOf={({ check, state, finding, values }, { isBusy, mend }) => ({
        key: check,
        state,
        stateText: t(`check.state.${state}`),
        title: t(`check.${check}.title`),
        text: state === 'skipped' ? t('check.skipped') : t(`check.${check}.${finding}`, values),
        ...(check === 'subscription' &&
          finding === 'none' && {
            action: (
              <Button size="small" disabledFocusable={isBusy} onClick={() => mend(post('subscribe'))}>
                {t('setup.subscribe')}
              </Button>
            ),
          }),
      })}
    />
  );
}
