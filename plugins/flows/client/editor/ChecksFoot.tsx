import { makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkCircle16Filled, ErrorCircle16Filled } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { api, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { FlowDialogueResult } from '../../graph/wire.ts';
import { writeData } from '../document/document.ts';
import { useEditorState } from './context.ts';

const useStyles = makeStyles({
  foot: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '4px 16px',
    padding: '10px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
  tests: { display: 'inline-flex', alignItems: 'center', gap: '6px', color: tokens.colorNeutralForeground1 },
  ok: { color: ext.ok },
  bad: { color: ext.bad },
});

interface ChecksFootProps {
  flowId: number;
  live: { number: number | null; running: number };
}

/** The result of the saved tests with the draft, and a note on who is not touched by publishing it. */
export function ChecksFoot({ flowId, live }: ChecksFootProps) {
  const t = useT();
  const styles = useStyles();
  const data = writeData(useEditorState(({ history }) => history.present));
  const { data: results = [] } = useQuery({
    queryKey: ['flows', 'dialogues', flowId, 'run', data],
    queryFn: async () =>
      (await api.post<{ results: FlowDialogueResult[] }>(`/flow/${flowId}/dialogues/run`, { data })).results,
    gcTime: 0,
    retry: false,
  });
  const failed = results.filter(({ passed }) => !passed);
  const isServing = live.number !== null && live.running > 0;
  if (results.length === 0 && !isServing) return null;
  return (
    <footer className={styles.foot}>
      {results.length > 0 && (
        <span className={styles.tests}>
          {failed.length > 0 ? (
            <ErrorCircle16Filled className={styles.bad} aria-hidden="true" />
          ) : (
            <CheckmarkCircle16Filled className={styles.ok} aria-hidden="true" />
          )}
          {failed.length > 0
            ? t('checks.testsFail', { count: failed.length, names: failed.map(({ name }) => name).join(', ') })
            : t('checks.testsPass', { count: results.length })}
        </span>
      )}
      {isServing && <span>{t('editor.stay', { count: live.running, number: live.number })}</span>}
    </footer>
  );
}
