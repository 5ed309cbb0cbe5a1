import { useState, type DragEvent } from 'react';
import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Switch,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import {
  ArrowSync20Regular,
  ArrowUpload16Regular,
  BookOpen32Regular,
  ChatHelp20Regular,
  Delete20Regular,
  DocumentPdf20Regular,
  DocumentText20Regular,
  Flash20Regular,
  Globe20Regular,
  MoreHorizontal20Regular,
  Open20Regular,
  TextAlignLeft20Regular,
} from '@fluentui/react-icons';
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { api, useErrorText, useT, useToasts } from '@balcao/sdk/client';
import { ConfirmDialog, DataTable, EmptyState, ErrorState, IconButton, TwoLines } from '@balcao/sdk/ui';
import { sourcesKey, type SourceView } from '../data.ts';
import { useUploads } from './AddSource.tsx';
import { AskPanel } from './AskPanel.tsx';
import { SourceState } from './SourceState.tsx';

const useStyles = makeStyles({
  sides: { display: 'flex', minHeight: '100%', '@media (max-width: 1199px)': { flexDirection: 'column' } },
  main: { flexGrow: 1, minWidth: 0, padding: '16px 24px', '@media (max-width: 599px)': { padding: '12px' } },
  name: { display: 'flex', alignItems: 'center', gap: '12px', minWidth: 0 },
  tile: {
    width: '36px',
    height: '36px',
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground2,
  },
  number: { fontVariantNumeric: 'tabular-nums' },
  drop: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    marginTop: '12px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  actions: { display: 'inline-flex' },
});

const iconOf = ({ kind, fileMime }: SourceView) =>
  kind === 'faq' ? (
    <ChatHelp20Regular />
  ) : kind === 'quick' ? (
    <Flash20Regular />
  ) : kind === 'site' ? (
    <Globe20Regular />
  ) : kind === 'text' ? (
    <TextAlignLeft20Regular />
  ) : fileMime === 'application/pdf' ? (
    <DocumentPdf20Regular />
  ) : (
    <DocumentText20Regular />
  );

interface SourcesTabProps {
  sources: UseQueryResult<SourceView[]>;
  /** Drafted answers that wait for a person. */
  waiting: number;
  onFaq(): void;
  onReview(): void;
  onGaps(): void;
}

/** The sources with their state, and a panel to try them. Files may be dropped anywhere on the list. */
export function SourcesTab({ sources, waiting, onFaq, onReview, onGaps }: SourcesTabProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const textOf = useErrorText();
  const queries = useQueryClient();
  const upload = useUploads();
  const [removed, setRemoved] = useState<SourceView>();
  const nameOf = ({ kind, title }: SourceView): string => (title === '' ? t(`source.${kind}`) : title);
  const about = ({ kind, parts, createdBy }: SourceView): string =>
    [t(`about.${kind}`, { count: parts }), createdBy?.name].filter(Boolean).join(', ');
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      toasts.error(textOf(error));
    }
    await queries.invalidateQueries({ queryKey: sourcesKey });
  };
  const read = ({ id }: SourceView): void => void act(() => api.post(`/assistant/sources/${id}/read`));
  const dropped = (event: DragEvent): void => {
    event.preventDefault();
    void upload([...event.dataTransfer.files]);
  };

  if (sources.error) return <ErrorState error={sources.error} onRetry={() => void sources.refetch()} />;
  return (
    <div className={styles.sides}>
      <div className={styles.main} onDragOver={(event) => event.preventDefault()} onDrop={dropped}>
        <DataTable
          label={t('tab.sources')}
          rows={sources.data ?? []}
          rowKey={({ id }) => id}
          loading={sources.isPending}
          rowHeight={64}
          onRowClick={({ kind }) => kind === 'faq' && onFaq()}
          empty={<EmptyState icon={<BookOpen32Regular />} title={t('sources.empty')} text={t('sources.emptyText')} />}
          columns={[
            {
              id: 'name',
              header: t('sources.name'),
              touch: 'title',
              cell: (source) => (
                <span className={styles.name}>
                  <span className={styles.tile} aria-hidden="true">
                    {iconOf(source)}
                  </span>
                  <TwoLines text={nameOf(source)} below={about(source)} />
                </span>
              ),
            },
            {
              id: 'state',
              header: t('sources.state'),
              width: '25%',
              cell: (source) => (
                <SourceState
                  source={source}
                  waiting={source.kind === 'faq' ? waiting : 0}
                  onReview={onReview}
                  onRemedy={() => (source.kind === 'file' ? setRemoved(source) : read(source))}
                />
              ),
            },
            {
              id: 'chunks',
              header: t('sources.chunks'),
              width: 84,
              align: 'end',
              cell: ({ chunks }) => <span className={styles.number}>{chunks}</span>,
            },
            {
              id: 'uses',
              header: t('sources.uses'),
              width: 120,
              align: 'end',
              cell: ({ uses }) => <span className={styles.number}>{uses === 0 ? '–' : uses}</span>,
            },
            {
              id: 'on',
              header: t('sources.on'),
              width: 76,
              cell: (source) => (
                <Switch
                  checked={source.isOn}
                  aria-label={t('sources.switch', { name: nameOf(source) })}
                  onChange={(_, { checked }) =>
                    void act(() => api.put(`/assistant/sources/${source.id}`, { isOn: checked }))
                  }
                />
              ),
            },
            {
              id: 'actions',
              header: t('sources.actions'),
              hiddenHeader: true,
              width: 84,
              touch: 'actions',
              align: 'end',
              cell: (source) => (
                <span className={styles.actions}>
                  {source.kind === 'site' && (
                    <IconButton
                      icon={<ArrowSync20Regular />}
                      label={t('sources.read', { name: nameOf(source) })}
                      onClick={() => read(source)}
                    />
                  )}
                  {source.kind === 'faq' ? (
                    <IconButton icon={<Open20Regular />} label={t('sources.openFaq')} onClick={onFaq} />
                  ) : (
                    <Menu positioning="below-end">
                      <MenuTrigger disableButtonEnhancement>
                        <Button
                          appearance="subtle"
                          icon={<MoreHorizontal20Regular />}
                          aria-label={t('sources.more', { name: nameOf(source) })}
                        />
                      </MenuTrigger>
                      <MenuPopover>
                        <MenuList>
                          <MenuItem icon={<ArrowSync20Regular />} onClick={() => read(source)}>
                            {t('sources.readNow')}
                          </MenuItem>
                          {source.kind !== 'quick' && (
                            <MenuItem icon={<Delete20Regular />} onClick={() => setRemoved(source)}>
                              {t('sources.delete')}
                            </MenuItem>
                          )}
                        </MenuList>
                      </MenuPopover>
                    </Menu>
                  )}
                </span>
              ),
            },
          ]}
        />
        <p className={styles.drop}>
          <ArrowUpload16Regular aria-hidden />
          {t('sources.drop')}
        </p>
      </div>
      <AskPanel onGap={onGaps} />
      <ConfirmDialog
        open={removed !== undefined}
        title={t('sources.deleteTitle', { name: removed ? nameOf(removed) : '' })}
        text={t('sources.deleteText')}
        confirmLabel={t('sources.delete')}
        onClose={() => setRemoved(undefined)}
        onConfirm={async () => {
          await api.delete(`/assistant/sources/${removed?.id}`);
          await queries.invalidateQueries({ queryKey: sourcesKey });
          setRemoved(undefined);
        }}
      />
    </div>
  );
}
