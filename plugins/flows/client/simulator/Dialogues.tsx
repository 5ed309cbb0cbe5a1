import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkCircle16Filled, Delete16Regular, ErrorCircle16Filled } from '@fluentui/react-icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { IconButton, ext } from '@balcao/sdk/ui';
import type { FlowDialogue, FlowDialogueResult } from '../../graph/wire.ts';
import { writeData, type FlowDocument } from '../document/document.ts';

const useStyles = makeStyles({
  row: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '8px',
    padding: '6px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  name: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere', fontSize: tokens.fontSizeBase200 },
  ok: { color: ext.ok, flexShrink: 0 },
  bad: { color: ext.bad, flexShrink: 0 },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** The saved dialogues of the flow; all run at once on the present drawing. */
export function Dialogues({ flowId, document }: { flowId: number; document: FlowDocument }) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const queries = useQueryClient();
  const [results, setResults] = useState<readonly FlowDialogueResult[]>([]);
  const queryKey = ['flows', 'dialogues', flowId];
  const { data = [] } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await api.get<{ dialogues: FlowDialogue[] }>(`/flow/${flowId}/dialogues`, {}, { signal })).dialogues,
  });
  const attempt = async (step: () => Promise<void>) => {
    try {
      await step();
    } catch (error) {
      toasts.error(error);
    }
  };
  const run = () =>
    attempt(async () => {
      const answer = await api.post<{ results: FlowDialogueResult[] }>(`/flow/${flowId}/dialogues/run`, {
        data: writeData(document),
      });
      setResults(answer.results);
    });
  const remove = (id: number) =>
    attempt(async () => {
      await api.delete(`/flow/${flowId}/dialogues/${id}`);
      await queries.invalidateQueries({ queryKey });
    });
  if (data.length === 0) return <p className={styles.quiet}>{t('sim.noTests')}</p>;
  return (
    <>
      <Button size="small" onClick={() => void run()}>
        {t('sim.runTests')}
      </Button>
      {data.map(({ id, name }) => {
        const result = results.find((one) => one.id === id);
        return (
          <div key={id} className={styles.row}>
            {result &&
              (result.passed ? (
                <CheckmarkCircle16Filled className={styles.ok} aria-label={t('sim.passed')} />
              ) : (
                <ErrorCircle16Filled className={styles.bad} aria-label={t('sim.failed')} />
              ))}
            <span className={styles.name}>
              {name}
              {result && !result.passed && (
                <span className={styles.quiet}>
                  <br />
                  {t('sim.expected', {
                    expected: result.expected.join(' / '),
                    actual: result.actual.join(' / ') || '–',
                  })}
                </span>
              )}
            </span>
            <IconButton
              size="small"
              icon={<Delete16Regular />}
              label={t('sim.removeTest', { name })}
              onClick={() => void remove(id)}
            />
          </div>
        );
      })}
    </>
  );
}
