import { useEffect, useRef, useState } from 'react';
import { Button, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowSync20Regular, Chat20Regular, Copy20Regular, GavelProhibited20Regular } from '@fluentui/react-icons';
import { useNavigate, useParams } from 'react-router-dom';
import { ApiError, Exposed, api, useT, useToasts, useViewport } from '@balcao/sdk/client';
import { ErrorState, IconButton, Page, SkeletonRows } from '@balcao/sdk/ui';
import { newTicket } from '@balcao/tickets/contract';
import { useCase, useLiveCases, useRenewCases, type Monitoring, type ShownCase } from '../data.ts';
import { Cover } from './Cover.tsx';
import { Notices } from './Notices.tsx';
import { Parties } from './Parties.tsx';
import { Properties } from './Properties.tsx';
import { Steps } from './Steps.tsx';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 384px',
    minHeight: '100%',
    '@media (max-width: 1199px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  main: { padding: '16px 24px 32px', minWidth: 0, '@media (max-width: 599px)': { padding: '12px' } },
  side: {
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 1199px)': { borderLeft: 'none', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  },
});

/** A monitored case: cover, steps, data, parties and notices. */
export default function CasePage() {
  const t = useT();
  const navigate = useNavigate();
  const { legalProcessId } = useParams();
  const { data, error, refetch } = useCase(Number(legalProcessId) || 0);
  useLiveCases();
  const back = { label: t('case.back'), onClick: () => void navigate('/legal-process') };
  if (data) return <ShownPage shown={data} back={back} />;
  return (
    <Page title={t('case.title')} back={back}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={8} />}
    </Page>
  );
}

/** Steps stay marked as new on the page that showed them first, after they were seen. */
const useNewSteps = ({ monitoring, data }: ShownCase): ReadonlySet<number> => {
  const found = useRef({ id: monitoring.id, ids: new Set<number>() });
  if (found.current.id !== monitoring.id) found.current = { id: monitoring.id, ids: new Set() };
  for (const { id, isNew } of data.steps) if (isNew) found.current.ids.add(id);
  const { id, newSteps } = monitoring;
  useEffect(() => {
    // A failure shows by itself: the steps stay new.
    if (newSteps > 0) void api.put(`/legalProcessMonitoring/${id}/seen`).catch(() => undefined);
  }, [id, newSteps]);
  return found.current.ids;
};

function ShownPage({ shown, back }: { shown: ShownCase; back: { label: string; onClick(): void } }) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const navigate = useNavigate();
  const renew = useRenewCases();
  const { touch } = useViewport();
  const { monitoring, data } = shown;
  const newIds = useNewSteps(shown);
  const [busy, setBusy] = useState(false);
  const [isTalking, setTalking] = useState(false);

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toasts.error(error);
    } finally {
      setBusy(false);
    }
  };
  const check = () =>
    attempt(async () => {
      const { sources } = await api.post<Monitoring>(`/legalProcess/${monitoring.id}/updateNotice`, {});
      await renew();
      const failed = sources.find(({ fault }) => fault !== null);
      if (failed?.fault) toasts.error(new ApiError(502, failed.fault));
      else toasts.success(t('case.checked'));
    });
  const stop = () =>
    attempt(async () => {
      await api.delete(`/legalProcessMonitoring/${monitoring.id}`);
      await navigate('/legal-process');
      await renew();
      toasts.undo(t('case.stopped'), () => {
        void api
          .post<Monitoring>(`/legalProcessMonitoring/${monitoring.id}/restore`)
          .then(({ id }) => navigate(`/legal-process/${id}/report`))
          .catch((error: unknown) => toasts.error(error));
      });
    });
  const copy = () =>
    void navigator.clipboard.writeText(monitoring.cnj).then(
      () => toasts.success(t('case.copied')),
      (error: unknown) => toasts.error(error),
    );
  return (
    <Page
      title={monitoring.cnj}
      back={back}
      bare
      actions={
        <>
          <IconButton icon={<Copy20Regular />} label={t('case.copy')} onClick={copy} />
          {touch ? (
            <>
              <IconButton icon={<GavelProhibited20Regular />} label={t('case.stop')} onClick={() => void stop()} />
              <IconButton icon={<Chat20Regular />} label={t('case.talk')} onClick={() => setTalking(true)} />
            </>
          ) : (
            <>
              <Button appearance="subtle" disabledFocusable={busy} onClick={() => void stop()}>
                {t('case.stop')}
              </Button>
              <Button icon={<Chat20Regular />} onClick={() => setTalking(true)}>
                {t('case.talk')}
              </Button>
            </>
          )}
          <Button
            appearance="primary"
            disabledFocusable={busy}
            icon={busy ? <Spinner size="extra-tiny" aria-hidden="true" /> : <ArrowSync20Regular />}
            onClick={() => !busy && void check()}
          >
            {t('case.check')}
          </Button>
        </>
      }
    >
      <div className={styles.columns}>
        <div className={styles.main}>
          <Cover monitoring={monitoring} data={data} />
          <Steps steps={data.steps} newIds={newIds} />
        </div>
        <aside className={styles.side} aria-label={t('case.about')}>
          <Properties data={data} />
          <Parties data={data} />
          <Notices monitoring={monitoring} />
        </aside>
      </div>
      {isTalking && (
        <Exposed
          of={newTicket}
          props={{
            contactId: monitoring.contactId,
            onCreated: ({ uuid }) => void navigate(`/tickets/${uuid}`),
            onOther: ({ uuid }) => void navigate(`/tickets/${uuid}`),
            onClose: () => setTalking(false),
          }}
        />
      )}
    </Page>
  );
}
