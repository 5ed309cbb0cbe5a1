import { useEffect, useMemo, useState } from 'react';
import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components';
import {
  Add20Regular,
  ArrowImport20Regular,
  CheckmarkCircle16Filled,
  Delete20Regular,
  Edit16Regular,
  Edit20Regular,
  Flow20Regular,
  Flow32Regular,
  MoreHorizontal20Regular,
  Pause16Regular,
} from '@fluentui/react-icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { api, useFormat, usePreload, useRoom, useT, useToasts, useViewport } from '@balcao/sdk/client';
import { Avatar, IconButton, ListPage, Segment, TwoLines, ext, tint, type DataColumn } from '@balcao/sdk/ui';
import { flowsRoom } from '../../contract.ts';
import type { FlowDetail, FlowRow, SavedFlow } from '../../graph/wire.ts';
import { flowListKey, flowListQuery } from '../data/useNamed.ts';
import { EditorPart } from '../editor/part.ts';
import { DeleteFlow } from './DeleteFlow.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { useListNumbers } from './list-numbers.ts';
import { ListFoot } from './ListFoot.tsx';
import { Conversations, Share } from './NumberCells.tsx';
import { saveFlowFile } from './save-flow-file.ts';
import { TemplatesDialog } from './TemplatesDialog.tsx';
import { useListKeys } from './useListKeys.ts';

const useStyles = makeStyles({
  name: { display: 'flex', alignItems: 'center', gap: '12px', minWidth: 0 },
  tile: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '36px',
    height: '36px',
    flexShrink: 0,
    borderRadius: '8px',
    backgroundColor: tint(7),
    color: tokens.colorNeutralForeground2,
    '@media (max-width: 599px)': { display: 'none' },
  },
  state: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  line: { display: 'inline-flex', alignItems: 'center', gap: '6px', fontWeight: tokens.fontWeightSemibold },
  live: { color: ext.ok },
  off: { color: tokens.colorNeutralForeground2 },
  below: { paddingLeft: '22px', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  number: { fontVariantNumeric: 'tabular-nums' },
  who: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  actions: { display: 'inline-flex', gap: '2px', whiteSpace: 'nowrap' },
  shown: { minWidth: '360px', '@media (max-width: 599px)': { minWidth: 0, marginBottom: '12px' } },
  quiet: { color: tokens.colorNeutralForeground3 },
});

type Shown = 'all' | 'live' | 'draft';
type Dialog = 'import' | 'templates' | undefined;

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The company's flows. */
export default function FlowsPage() {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const toasts = useToasts();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [address, setAddress] = useSearchParams();
  const { data: flows, error, refetch } = useQuery(flowListQuery);
  const numbers = useListNumbers();
  usePreload(EditorPart);
  const { touch, width } = useViewport();
  const isNarrow = width < 1280;
  const [shown, setShown] = useState<Shown>('all');
  const [term, setTerm] = useState('');
  const [dialog, setDialog] = useState<Dialog>();
  const [leaving, setLeaving] = useState<FlowRow>();
  const renew = () => queries.invalidateQueries({ queryKey: flowListKey });
  useRoom(flowsRoom, {}, { update: renew, delete: renew }, { queryKeys: [flowListKey] });

  // `?templates=1` opens the ready flows.
  useEffect(() => {
    if (!address.has('templates')) return;
    setDialog('templates');
    setAddress({}, { replace: true });
  }, [address, setAddress]);

  const rows = useMemo(() => {
    const words = plain(term).split(/\s+/).filter(Boolean);
    return (flows ?? []).filter(
      ({ title, usedBy, isLive, isDraftChanged }) =>
        (shown === 'all' || (shown === 'live' ? isLive : isDraftChanged || !isLive)) &&
        words.every((word) => plain(`${title} ${usedBy.join(' ')}`).includes(word)),
    );
  }, [flows, shown, term]);

  const attempt = async (step: () => Promise<unknown>, done?: string) => {
    try {
      await step();
      await renew();
      if (done !== undefined) toasts.success(done);
    } catch (failure) {
      toasts.error(failure);
    }
  };
  const duplicate = async ({ id, title }: FlowRow) => {
    const { data } = await api.get<FlowDetail>(`/flow/${id}`);
    await api.post<SavedFlow>('/flow', { title: t('list.copy', { title }).slice(0, 100), data, publish: false });
  };
  const edit = ({ id }: FlowRow) => void navigate(`/flow-chart/${id}`);
  useListKeys({
    onNew: () => void navigate('/flow-chart'),
    onEdit: (index) => rows[index] && edit(rows[index]),
    onDelete: (index) => setLeaving(rows[index]),
  });
  const live = flows?.filter(({ isLive }) => isLive).length ?? 0;

  const columns: DataColumn<FlowRow>[] = [
    {
      id: 'name',
      header: t('list.name'),
      touch: 'title',
      cell: ({ title, usedBy }) => (
        <span className={styles.name}>
          <span className={styles.tile} aria-hidden="true">
            <Flow20Regular />
          </span>
          <TwoLines text={title} below={usedBy.length === 0 ? t('list.unused') : usedBy.join(', ')} />
        </span>
      ),
    },
    {
      id: 'state',
      header: t('list.state'),
      width: isNarrow ? 184 : 208,
      cell: ({ isLive, liveNumber, isDraftChanged }) => (
        <span className={styles.state}>
          <span className={mergeClasses(styles.line, isLive ? styles.live : styles.off)}>
            {isLive ? (
              <CheckmarkCircle16Filled aria-hidden="true" />
            ) : liveNumber === null ? (
              <Edit16Regular aria-hidden="true" />
            ) : (
              <Pause16Regular aria-hidden="true" />
            )}
            {isLive ? t('list.live', { number: liveNumber }) : t(liveNumber === null ? 'list.never' : 'list.off')}
          </span>
          {isDraftChanged && isLive && <span className={styles.below}>{t('list.draftChanged')}</span>}
        </span>
      ),
    },
    {
      id: 'conversations',
      header: t('list.conversations'),
      width: isNarrow ? 128 : 140,
      align: 'end',
      cell: ({ id, running }) => <Conversations numbers={numbers?.get(id)} running={running} />,
    },
    ...(['completed', 'taken', 'stopped'] as const)
      .filter((of) => of !== 'taken' || !isNarrow)
      .map((of): DataColumn<FlowRow> => ({
        id: of,
        header: t(`list.${of}`),
        width: of === 'stopped' ? 80 : 96,
        align: 'end',
        touch: of === 'stopped' ? 'line' : 'hide',
        cell: ({ id }) => <Share numbers={numbers?.get(id)} of={of} />,
      })),
    {
      id: 'edited',
      header: t('list.edited'),
      width: isNarrow ? 136 : 176,
      touch: 'hide',
      cell: ({ updatedBy, updatedAt }) => (
        <span className={styles.who}>
          {updatedBy && !isNarrow && <Avatar name={updatedBy.name} size={28} decorative />}
          <TwoLines text={updatedBy?.name ?? '–'} below={format.relative(updatedAt)} />
        </span>
      ),
    },
    ...(isNarrow
      ? []
      : [
          {
            id: 'created',
            header: t('list.created'),
            width: 108,
            touch: 'hide',
            cell: ({ createdAt }) => <span className={styles.number}>{format.date(createdAt)}</span>,
          } satisfies DataColumn<FlowRow>,
        ]),
    {
      id: 'actions',
      header: t('list.action'),
      align: 'end',
      width: 120,
      touch: 'actions',
      cell: (flow) => (
        // Keeps presses of the buttons from the row.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <span className={styles.actions} onClick={(event) => event.stopPropagation()}>
          <IconButton
            icon={<Edit20Regular />}
            label={t('list.edit', { name: flow.title })}
            onClick={() => edit(flow)}
          />
          <IconButton
            icon={<Delete20Regular />}
            label={t('list.delete', { name: flow.title })}
            onClick={() => setLeaving(flow)}
          />
          <Menu>
            <MenuTrigger disableButtonEnhancement>
              <IconButton icon={<MoreHorizontal20Regular />} label={t('list.more', { name: flow.title })} />
            </MenuTrigger>
            <MenuPopover>
              <MenuList>
                <MenuItem onClick={() => void attempt(() => duplicate(flow), t('list.duplicated'))}>
                  {t('list.duplicate')}
                </MenuItem>
                <MenuItem onClick={() => void attempt(() => saveFlowFile(flow.id, flow.title))}>
                  {t('list.export')}
                </MenuItem>
                {flow.liveNumber !== null && (
                  <MenuItem onClick={() => void navigate(`/flow-chart/${flow.id}?versions=1`)}>
                    {t('editor.versions')}
                  </MenuItem>
                )}
                {flow.isLive && (
                  <MenuItem
                    onClick={() => void attempt(() => api.post(`/flow/${flow.id}/unpublish`), t('list.takenDown'))}
                  >
                    {t('list.takeDown')}
                  </MenuItem>
                )}
              </MenuList>
            </MenuPopover>
          </Menu>
        </span>
      ),
    },
  ];

  const choice = flows && flows.length > 0 && (
    <div className={styles.shown}>
      <Segment<Shown>
        label={t('list.show')}
        value={shown}
        options={[
          { value: 'all', label: t('list.all') },
          { value: 'live', label: t('list.onlyLive') },
          { value: 'draft', label: t('list.onlyDraft') },
        ]}
        onChange={setShown}
      />
    </div>
  );
  return (
    <ListPage
      title={t('list.title')}
      above={touch && choice}
      {...(flows && flows.length > 0 && { subtitle: t('list.count', { count: flows.length, live }) })}
      {...(flows && flows.length > 0 && { search: { term, onSearch: setTerm, placeholder: t('list.search') } })}
      actions={
        <>
          {!touch && choice}
          <Button icon={<ArrowImport20Regular />} onClick={() => setDialog('import')}>
            {t('list.import')}
          </Button>
          {flows && flows.length > 0 && <Button onClick={() => setDialog('templates')}>{t('list.templates')}</Button>}
        </>
      }
      add={
        <Button appearance="primary" icon={<Add20Regular />} onClick={() => void navigate('/flow-chart')}>
          {t('list.new')}
        </Button>
      }
      error={error}
      onRetry={() => void refetch()}
      empty={
        flows && flows.length > 0
          ? { title: t('list.noneShown') }
          : {
              title: t('list.none'),
              text: t('list.noneText'),
              icon: <Flow32Regular />,
              secondary: <Button onClick={() => setDialog('templates')}>{t('list.fromTemplate')}</Button>,
            }
      }
      notFound={{ title: t('list.notFound', { term }) }}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowHeight={64}
      onRowClick={edit}
      loading={!flows && !error}
    >
      {!touch && rows.length > 0 && <ListFoot />}
      {leaving && (
        <DeleteFlow
          flow={leaving}
          onDone={() => {
            toasts.success(t('list.deleted', { name: leaving.title }));
            void renew();
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
      {dialog === 'import' && <ImportDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'templates' && <TemplatesDialog onClose={() => setDialog(undefined)} />}
    </ListPage>
  );
}
