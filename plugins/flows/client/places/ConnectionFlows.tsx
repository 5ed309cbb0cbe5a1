import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronRight16Regular } from '@fluentui/react-icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, useErrorText, useT } from '@balcao/sdk/client';
import type { ConnectionView } from '@balcao/connections/contract';
import { ErrorState, FormRow } from '@balcao/sdk/ui';
import type { ConnectionFlow, FlowOption } from '../../graph/wire.ts';
import { useFlowItems } from '../data/useNamed.ts';
import { FlowChoice } from './FlowChoice.tsx';
import { KeywordDialog } from './KeywordDialog.tsx';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  word: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '36px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  name: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  course: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px' },
});

interface ConnectionFlowsProps {
  connection: ConnectionView | undefined;
}

/** The flow of a connection, and the words by which customers reach others. It is stored at once. */
export default function ConnectionFlows({ connection }: ConnectionFlowsProps) {
  const t = useT();
  const styles = useStyles();
  if (!connection) return <p className={styles.quiet}>{t('place.saveConnection')}</p>;
  return <Flows whatsappId={connection.id} />;
}

function Flows({ whatsappId }: { whatsappId: number }) {
  const t = useT();
  const styles = useStyles();
  const textOf = useErrorText();
  const queries = useQueryClient();
  const flows = useFlowItems();
  const [path, setPath] = useState<readonly FlowOption[]>([]);
  const [edited, setEdited] = useState<FlowOption | 'new'>();
  const [failure, setFailure] = useState<string>();
  const parent = path.at(-1);
  const flowKey = ['flows', 'connection', whatsappId];
  const wordsKey = ['flows', 'words', whatsappId, parent?.id ?? -1];
  const flow = useQuery({
    queryKey: flowKey,
    queryFn: ({ signal }) => api.get<ConnectionFlow>(`/whatsapp-flow-options/connection/${whatsappId}`, {}, { signal }),
  });
  const words = useQuery({
    queryKey: wordsKey,
    queryFn: ({ signal }) =>
      api.get<FlowOption[]>('/whatsapp-flow-options', { whatsappId, parentId: parent?.id ?? -1 }, { signal }),
  });
  const choose = async (flowId: string) => {
    const former = flow.data;
    queries.setQueryData(flowKey, { flowId });
    setFailure(undefined);
    try {
      await api.put(`/whatsapp-flow-options/connection/${whatsappId}`, { flowId });
    } catch (error) {
      queries.setQueryData(flowKey, former);
      setFailure(textOf(error));
    }
  };
  if (words.error && !words.data) return <ErrorState error={words.error} onRetry={() => void words.refetch()} />;
  return (
    <>
      <FormRow label={t('place.flow')} help={t('place.connectionHelp')} error={failure}>
        <FlowChoice flows={flows} value={flow.data?.flowId ?? '0'} onChange={(value) => void choose(value)} />
      </FormRow>
      <FormRow label={t('place.words')} help={t('place.wordsHelp')}>
        <div>
          {path.length > 0 && (
            <div className={styles.course}>
              <Button size="small" appearance="subtle" onClick={() => setPath([])}>
                {t('place.allWords')}
              </Button>
              {path.map((option, index) => (
                <Button
                  key={option.id}
                  size="small"
                  appearance="subtle"
                  onClick={() => setPath(path.slice(0, index + 1))}
                >
                  {option.word}
                </Button>
              ))}
            </div>
          )}
          <ul className={styles.list}>
            {(words.data ?? []).map((option) => (
              <li key={option.id} className={styles.word}>
                <span className={styles.name}>
                  {option.word}{' '}
                  <span className={styles.quiet}>
                    {option.type === 'end'
                      ? (flows.find(({ id }) => id === option.flowId)?.name ?? t('place.noFlow'))
                      : t('place.below', { count: option.children })}
                  </span>
                </span>
                <Button size="small" appearance="subtle" onClick={() => setEdited(option)}>
                  {t('place.editWord', { word: option.word })}
                </Button>
                {option.type !== 'end' && (
                  <Button
                    size="small"
                    appearance="subtle"
                    icon={<ChevronRight16Regular />}
                    aria-label={t('place.openWord', { word: option.word })}
                    onClick={() => setPath([...path, option])}
                  />
                )}
              </li>
            ))}
          </ul>
          <Button size="small" onClick={() => setEdited('new')}>
            {t('place.addWord')}
          </Button>
        </div>
      </FormRow>
      {edited !== undefined && (
        <KeywordDialog
          whatsappId={whatsappId}
          parent={parent}
          option={edited === 'new' ? undefined : edited}
          next={(words.data?.length ?? 0) + 1}
          onDone={() => queries.invalidateQueries({ queryKey: ['flows', 'words', whatsappId] })}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
