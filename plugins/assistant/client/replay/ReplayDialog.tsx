import { Button, Dialog, makeStyles, tokens } from '@fluentui/react-components';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, useErrorText, useFormat, useRoom, useT } from '@balcao/sdk/client';
import { Bar, DialogFrame, ProgressBar } from '@balcao/sdk/ui';
import { knowledgeRoom } from '../../contract.ts';
import type { EvaluationView } from '../../evaluation-view.ts';
import { CostLine } from '../golden/CostLine.tsx';
import { evaluationsKey, nothing, useEstimate, useEvaluation } from '../golden/golden-data.ts';
import { SideAnswer } from '../golden/SideAnswer.tsx';
import { NotReady } from '../ticket/NotReady.tsx';
import { usePurpose } from '../ticket/usePurpose.ts';

const useStyles = makeStyles({
  turns: { listStyle: 'none', margin: 0, padding: 0, display: 'flex', flexDirection: 'column', gap: '24px' },
  words: {
    margin: '0 0 12px',
    padding: '8px 12px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
    whiteSpace: 'pre-line',
    overflowWrap: 'anywhere',
  },
  sides: { display: 'flex', flexWrap: 'wrap', gap: '20px' },
  text: { margin: '0 0 12px', color: tokens.colorNeutralForeground2 },
});

/** Answers a past conversation again with the present settings, beside what was said then. Nothing is sent. */
export function ReplayDialog({ ticketId, onClose }: { ticketId: number; onClose(): void }) {
  const t = useT();
  const styles = useStyles();
  const textOf = useErrorText();
  const { number } = useFormat();
  const queries = useQueryClient();
  const { isReady, reason, canConfigure } = usePurpose('assistant');
  const estimate = useEstimate('replays', { ...nothing, ticketId });
  const started = useMutation({
    mutationFn: () => api.post<EvaluationView>('/assistant/replays', { ...nothing, ticketId }),
  });
  const { data } = useEvaluation(started.data?.id);
  useRoom(
    knowledgeRoom,
    {},
    {
      evaluation: ({ id }: { id: number }) => {
        if (id === started.data?.id) void queries.invalidateQueries({ queryKey: [...evaluationsKey, id] });
      },
    },
    { queryKeys: [evaluationsKey] },
  );
  const evaluation = data?.evaluation;
  const isRunning = evaluation?.state === 'running';
  const cancel = (): void => void api.post(`/assistant/evaluations/${evaluation?.id}/cancel`).catch(() => undefined);
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogFrame
        title={t('replay.title')}
        subtitle={t('replay.subtitle')}
        width={760}
        onClose={onClose}
        aside={!started.data && <CostLine estimate={estimate.data} />}
        footer={
          <>
            <Button onClick={onClose}>{t('golden.close')}</Button>
            {isRunning ? (
              <Button onClick={cancel}>{t('golden.cancel')}</Button>
            ) : (
              <Button
                appearance="primary"
                disabled={isReady !== true || started.isPending || estimate.data?.answers === 0}
                onClick={() => started.mutate()}
              >
                {t(started.data ? 'replay.again' : 'replay.start')}
              </Button>
            )}
          </>
        }
      >
        {isReady === false && <NotReady reason={reason} canConfigure={canConfigure} />}
        {started.error && <Bar tone="bad">{textOf(started.error)}</Bar>}
        {!started.data && (
          <p className={styles.text}>{t(estimate.data?.answers === 0 ? 'replay.nothing' : 'replay.text')}</p>
        )}
        {isRunning && (
          <>
            <span role="status">
              {t('golden.running', { done: number(evaluation.done), total: number(evaluation.total) })}
            </span>
            <ProgressBar aria-hidden value={evaluation.done / Math.max(1, evaluation.total)} />
          </>
        )}
        {evaluation?.state === 'failed' && <Bar tone="bad">{textOf(evaluation.error ?? 'ERR_EVALUATION_LOST')}</Bar>}
        <ol className={styles.turns}>
          {data?.pairs.map((pair) => (
            <li key={pair.n}>
              <p className={styles.words}>{pair.question}</p>
              <div className={styles.sides}>
                <SideAnswer title={t('replay.then')} side={pair.old} />
                <SideAnswer title={t('replay.now')} side={pair.new} />
              </div>
            </li>
          ))}
        </ol>
      </DialogFrame>
    </Dialog>
  );
}
