import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@fluentui/react-components';
import { useApi, useFormat, useT, useToasts } from '@balcao/sdk/client';
import { ErrorState, SkeletonRows, StatusPill } from '@balcao/sdk/ui';
import { NewCodes } from './NewCodes.tsx';
import { ProveByCode } from './ProveByCode.tsx';
import { SetUp } from './SetUp.tsx';
import { usePartStyles } from './part-styles.ts';

interface State {
  isOn: boolean;
  since: string | null;
  codesLeft: number;
  isRequired: boolean;
}
type Doing = { what: 'set-up' | 'off' | 'codes' } | { what: 'shown'; codes: readonly string[] };

/** The person's own two-step login: on, off, and recovery codes. */
export function TwoStep() {
  const t = useT();
  const api = useApi();
  const toasts = useToasts();
  const format = useFormat();
  const styles = usePartStyles();
  const [doing, setDoing] = useState<Doing>();
  const { data, error, refetch } = useQuery({
    queryKey: ['security', 'two-step'],
    queryFn: ({ signal }) => api.get<State>('/security/two-step', {}, { signal }),
  });
  const done = () => {
    setDoing(undefined);
    void refetch();
  };

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} height={44} />;
  return (
    <section className={styles.part} aria-labelledby="security-two-step">
      <div className={styles.head}>
        <h3 id="security-two-step" className={styles.title}>
          {t('twoStep.title')}
        </h3>
        <StatusPill tone={data.isOn ? 'ok' : 'neutral'}>
          {t(data.isOn ? 'twoStep.stateOn' : 'twoStep.stateOff')}
        </StatusPill>
      </div>
      {doing?.what === 'set-up' && (
        <SetUp onCodes={(codes) => setDoing({ what: 'shown', codes })} onCancel={() => setDoing(undefined)} />
      )}
      {doing?.what === 'shown' && <NewCodes codes={doing.codes} onKept={done} />}
      {doing?.what === 'off' && (
        <ProveByCode
          text={t('twoStep.proveOff')}
          verb={t('twoStep.switchOff')}
          send={async (code) => {
            await api.post('/security/two-step/off', { code });
            toasts.success(t('twoStep.nowOff'));
            done();
          }}
          onCancel={() => setDoing(undefined)}
        />
      )}
      {doing?.what === 'codes' && (
        <ProveByCode
          text={t('twoStep.proveCodes')}
          verb={t('twoStep.newCodes')}
          send={async (code) => {
            const { codes } = await api.post<{ codes: string[] }>('/security/two-step/codes', { code });
            setDoing({ what: 'shown', codes });
          }}
          onCancel={() => setDoing(undefined)}
        />
      )}
      {!doing && !data.isOn && (
        <>
          <p className={styles.text}>{t('twoStep.off')}</p>
          <div className={styles.buttons}>
            <Button appearance="primary" onClick={() => setDoing({ what: 'set-up' })}>
              {t('twoStep.begin')}
            </Button>
          </div>
        </>
      )}
      {!doing && data.isOn && (
        <>
          <p className={styles.text}>
            {t('twoStep.on', { date: format.date(data.since ?? '') })}{' '}
            {t('twoStep.codesLeft', { count: data.codesLeft })} {data.isRequired && t('twoStep.required')}
          </p>
          <div className={styles.buttons}>
            <Button onClick={() => setDoing({ what: 'codes' })}>{t('twoStep.newCodes')}</Button>
            {!data.isRequired && <Button onClick={() => setDoing({ what: 'off' })}>{t('twoStep.switchOff')}</Button>}
          </div>
        </>
      )}
    </section>
  );
}
