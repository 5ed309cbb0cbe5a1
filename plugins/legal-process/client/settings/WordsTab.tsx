import { useState } from 'react';
import { Textarea, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, foldText, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog, FormRow, ListPage, StatusPill, TwoLines } from '@balcao/sdk/ui';

interface Movement {
  code: number;
  title: string;
  usual: string | null;
  words: string | null;
}
const key = ['legal-process', 'words'] as const;
const longestWords = 300;

const useStyles = makeStyles({ none: { color: tokens.colorNeutralForeground3 } });

/** Movements of courts in the words in which customers read them; a company may prefer its own. */
export default function WordsTab() {
  const t = useT();
  const styles = useStyles();
  const [term, setTerm] = useState('');
  const [edited, setEdited] = useState<Movement>();
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<{ movements: Movement[] }>('/legalProcessWords', {}, { signal }),
  });
  const nameOf = ({ code, title }: Movement): string => title || t('words.movement', { code });
  const wanted = foldText(term);
  const rows = (data?.movements ?? []).filter(
    (one) => wanted === '' || foldText(`${nameOf(one)} ${one.words ?? one.usual ?? ''}`).includes(wanted),
  );
  return (
    <ListPage
      within="tab"
      title={t('words.title')}
      rows={rows}
      rowKey={({ code }) => code}
      rowHeight={64}
      loading={isLoading}
      error={error}
      onRetry={() => void refetch()}
      search={{ term, onSearch: setTerm, placeholder: t('words.search') }}
      empty={{ title: t('words.title') }}
      notFound={{ title: t('words.none', { term }) }}
      onRowClick={setEdited}
      columns={[
        {
          id: 'title',
          header: t('words.name'),
          width: '38%',
          touch: 'title',
          cell: (one) => <TwoLines text={nameOf(one)} below={t('words.code', { code: one.code })} />,
        },
        {
          id: 'words',
          header: t('words.text'),
          cell: ({ words, usual }) => words ?? usual ?? <span className={styles.none}>{t('words.noWords')}</span>,
        },
        {
          id: 'own',
          header: t('words.origin'),
          hiddenHeader: true,
          touch: 'hide',
          width: 120,
          cell: ({ words }) => words !== null && <StatusPill tone="info">{t('words.own')}</StatusPill>,
        },
      ]}
    >
      {edited && <WordsDialog movement={edited} name={nameOf(edited)} onClose={() => setEdited(undefined)} />}
    </ListPage>
  );
}

function WordsDialog({ movement, name, onClose }: { movement: Movement; name: string; onClose(): void }) {
  const t = useT();
  const toasts = useToasts();
  const queries = useQueryClient();
  const { code, usual, words } = movement;
  const [typed, setTyped] = useState(words ?? usual ?? '');
  return (
    <FormDialog
      open
      title={name}
      subtitle={t('words.help')}
      submitLabel={t('sources.save')}
      onClose={onClose}
      onSubmit={async () => {
        // The usual words are no words of the company's own: they follow the language.
        await api.put(`/legalProcessWords/${code}`, { words: typed.trim() === usual ? '' : typed });
        await queries.invalidateQueries({ queryKey: key });
        toasts.success(t('words.saved'));
        onClose();
      }}
    >
      <FormRow
        name="words"
        label={t('words.text')}
        help={usual === null ? undefined : t('words.usual', { words: usual })}
      >
        <Textarea rows={3} maxLength={longestWords} value={typed} onChange={(_, { value }) => setTyped(value)} />
      </FormRow>
    </FormDialog>
  );
}
