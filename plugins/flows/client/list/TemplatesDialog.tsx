import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Flow20Regular } from '@fluentui/react-icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { api, useT } from '@balcao/sdk/client';
import { DialogFrame, ErrorState, FormDialog, SkeletonRows, tint } from '@balcao/sdk/ui';
import type { FlowMap, FlowTemplateRow, SavedFlow } from '../../graph/wire.ts';
import { flowListKey } from '../data/useNamed.ts';
import { Needs, suggestedMap } from './Needs.tsx';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(240px, 1fr))',
    gap: '12px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    width: '100%',
    height: '100%',
    padding: '14px 16px',
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tint(4) },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  title: { display: 'flex', alignItems: 'center', gap: '8px', fontWeight: tokens.fontWeightSemibold },
  about: { color: tokens.colorNeutralForeground2 },
  steps: {
    marginTop: 'auto',
    paddingTop: '6px',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
});

/** Ready flows: one click takes a flow over, a second says which departments and tags it uses, where it has any. */
export function TemplatesDialog({ onClose }: { onClose(): void }) {
  const t = useT();
  const styles = useStyles();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<FlowTemplateRow>();
  const [map, setMap] = useState<FlowMap>({});
  const { data, error, refetch } = useQuery({
    queryKey: ['flows', 'templates'],
    queryFn: async ({ signal }) =>
      (await api.get<{ templates: FlowTemplateRow[] }>('/flow/templates', {}, { signal })).templates,
  });
  const take = async (template: FlowTemplateRow, chosenMap: FlowMap) => {
    const saved = await api.post<SavedFlow>(`/flow/templates/${template.id}`, { map: chosenMap });
    await queries.invalidateQueries({ queryKey: flowListKey });
    onClose();
    void navigate(`/flow-chart/${saved.id}`);
  };
  if (chosen)
    return (
      <FormDialog
        open
        title={chosen.title}
        subtitle={chosen.description}
        submitLabel={t('template.take')}
        onSubmit={() => take(chosen, map)}
        onClose={() => setChosen(undefined)}
      >
        {chosen.needs.length === 0 ? (
          <p>{t('template.noNeeds')}</p>
        ) : (
          <Needs needs={chosen.needs} map={map} onChange={setMap} />
        )}
      </FormDialog>
    );
  return (
    <DialogFrame
      title={t('template.title')}
      subtitle={t('template.text')}
      width={720}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('template.cancel')}</Button>}
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={3} />
      ) : (
        <ul className={styles.list}>
          {data.map((template) => (
            <li key={template.id}>
              <button
                type="button"
                className={styles.card}
                onClick={() => {
                  setMap(suggestedMap(template.needs));
                  setChosen(template);
                }}
              >
                <span className={styles.title}>
                  <Flow20Regular aria-hidden="true" />
                  {template.title}
                </span>
                <span className={styles.about}>{template.description}</span>
                <span className={styles.steps}>{t('outline.steps', { count: template.nodes })}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </DialogFrame>
  );
}
