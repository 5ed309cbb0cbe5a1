import { useState } from 'react';
import { Button, Switch, makeStyles, tokens } from '@fluentui/react-components';
import { ChatSparkle32Regular } from '@fluentui/react-icons';
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { api, useErrorText, useT, useToasts } from '@balcao/sdk/client';
import { EmptyState, ErrorState, RelativeTime, SkeletonRows } from '@balcao/sdk/ui';
import { faqKey, proposalsKey, sourcesKey, type Proposal, type Proposals } from '../data.ts';
import { goldenKey } from '../golden/golden-data.ts';
import { AnswerCard, type Teaching } from '../review/AnswerCard.tsx';
import { ReviewList } from '../review/ReviewList.tsx';
import { NotReady } from '../ticket/NotReady.tsx';
import { usePurpose } from '../ticket/usePurpose.ts';

const useStyles = makeStyles({
  page: { display: 'flex', flexDirection: 'column', height: '100%' },
  top: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    padding: '8px 20px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 599px)': { padding: '8px 12px' },
  },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  notReady: { padding: '12px 20px 0' },
  body: { flexGrow: 1, minHeight: 0 },
  head: { maxWidth: '800px', marginBottom: '16px' },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '4px 12px', margin: '4px 0 0' },
  settled: { maxWidth: '800px', whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
});

/** Answers drafted from resolved conversations, which a person accepts, edits or rejects. */
export function ProposalsTab({ proposals }: { proposals: UseQueryResult<Proposals> }) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const textOf = useErrorText();
  const queries = useQueryClient();
  const { canConfigure } = usePurpose('suggest');
  if (proposals.error) return <ErrorState error={proposals.error} onRetry={() => void proposals.refetch()} />;
  if (proposals.isPending) return <SkeletonRows rows={6} height={60} />;
  const { isOn, reason, records } = proposals.data;
  const switched = async (wanted: boolean): Promise<void> => {
    try {
      await api.put('/assistant/proposals/switch', { isOn: wanted });
    } catch (error) {
      toasts.error(textOf(error));
    }
    await queries.invalidateQueries({ queryKey: proposalsKey });
  };
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <Switch label={t('proposals.switch')} checked={isOn} onChange={(_, { checked }) => void switched(checked)} />
        <span className={styles.quiet}>{t('proposals.switchHelp')}</span>
      </div>
      {isOn && reason !== null && (
        <div className={styles.notReady}>
          <NotReady reason={reason} canConfigure={canConfigure} />
        </div>
      )}
      <div className={styles.body}>
        {records.length === 0 ? (
          <EmptyState
            icon={<ChatSparkle32Regular />}
            title={t('proposals.empty')}
            text={t(isOn ? 'proposals.emptyText' : 'proposals.offText')}
          />
        ) : (
          <ReviewList
            label={t('tab.proposals')}
            rows={records.map((proposal) => ({
              proposal,
              id: proposal.id,
              title: proposal.question,
              count: proposal.seen,
              line: <RelativeTime date={proposal.createdAt} />,
            }))}
            head={[t('proposals.count', { count: records.length }), t('proposals.times')]}
          >
            {({ proposal }) => <ProposalPanel key={proposal.id} proposal={proposal} />}
          </ReviewList>
        )}
      </div>
    </div>
  );
}

function ProposalPanel({ proposal }: { proposal: Proposal }) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const textOf = useErrorText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { id, question, answer, state, ticket, createdAt, settledBy } = proposal;
  const refresh = (): Promise<unknown> =>
    Promise.all(
      [proposalsKey, faqKey, sourcesKey, goldenKey].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  const teach = async (values: Teaching): Promise<void> => {
    setBusy(true);
    try {
      await api.post(`/assistant/proposals/${id}/accept`, values);
      toasts.success(t('gaps.taught'));
      await refresh();
    } finally {
      setBusy(false);
    }
  };
  const reject = async (isRejected: boolean): Promise<void> => {
    setBusy(true);
    try {
      await api.post(`/assistant/proposals/${id}/reject`, { isRejected });
      if (isRejected) toasts.undo(t('proposals.rejected'), () => void reject(false));
      await refresh();
    } catch (error) {
      toasts.error(textOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>{question}</h2>
        <p className={`${styles.line} ${styles.quiet}`}>
          {settledBy !== null && state !== 'open' && <span>{t(`proposals.by_${state}`, { name: settledBy })}</span>}
          <RelativeTime date={createdAt} />
          {ticket && (
            <Button size="small" onClick={() => void navigate(`/tickets/${ticket.uuid}`)}>
              {t('proposals.open', { name: ticket.contact })}
            </Button>
          )}
        </p>
      </div>
      {state === 'accepted' ? (
        <p className={styles.settled}>{answer}</p>
      ) : (
        <AnswerCard question={question} draft={proposal} isBusy={isBusy} onTeach={teach}>
          {state === 'open' ? (
            <Button disabled={isBusy} onClick={() => void reject(true)}>
              {t('proposals.reject')}
            </Button>
          ) : (
            <Button disabled={isBusy} onClick={() => void reject(false)}>
              {t('proposals.takeBack')}
            </Button>
          )}
        </AnswerCard>
      )}
    </>
  );
}
