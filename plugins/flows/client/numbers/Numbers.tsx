import { useState } from 'react';
import { Button, Dropdown, Option, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Edit16Regular } from '@fluentui/react-icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { api, useFormat, useSession, useT } from '@balcao/sdk/client';
import { Avatar, EmptyState, RelativeTime, ext, tint } from '@balcao/sdk/ui';
import type { FlowNodeElement } from '../../graph/types.ts';
import type { FlowNodeNumbers, FlowNodeTicket } from '../../graph/wire.ts';
import { Tile } from '../canvas/Tile.tsx';
import { nodesById } from '../document/document.ts';
import { useEditor, useEditorState } from '../editor/context.ts';
import { shownDocument } from '../editor/store.ts';
import { shortSpan } from '../kinds/span.ts';
import { datesOf } from './range.ts';
import { useShownVersion } from './shown-version.ts';
import { Shown } from './Shown.tsx';
import { Tries } from './Tries.tsx';

const useStyles = makeStyles({
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    minHeight: '56px',
    padding: '0 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  name: {
    margin: 0,
    fontWeight: tokens.fontWeightSemibold,
    fontSize: tokens.fontSizeBase400,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  names: { minWidth: 0 },
  body: { flexGrow: 1, minHeight: 0, overflowY: 'auto' },
  counters: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr 1fr',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  counter: {
    padding: '12px 16px',
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    ':last-child': { borderRight: 'none' },
    fontSize: tokens.fontSizeBase200,
  },
  value: {
    fontSize: '22px',
    lineHeight: '28px',
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  warn: { color: ext.warn },
  part: {
    marginLeft: '6px',
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground3,
  },
  section: { padding: '12px 16px', borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  title: { margin: '0 0 8px', fontSize: tokens.fontSizeBase200 },
  way: { display: 'flex', justifyContent: 'space-between', gap: '8px', fontSize: tokens.fontSizeBase200 },
  share: { display: 'inline-block', minWidth: '44px', textAlign: 'end', color: tokens.colorNeutralForeground3 },
  track: {
    height: '6px',
    margin: '3px 0 8px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tint(8),
    overflow: 'hidden',
  },
  fill: { height: '100%', borderRadius: tokens.borderRadiusCircular, backgroundColor: ext.chart },
  fillWarn: { backgroundColor: ext.warn },
  list: { margin: '8px 0 0', padding: 0, listStyleType: 'none' },
  ticket: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '52px',
    padding: '0 8px',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tint(6) },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  when: { marginLeft: 'auto', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  foot: {
    display: 'flex',
    alignItems: 'center',
    minHeight: '48px',
    padding: '0 12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

const asks: ReadonlySet<string> = new Set(['questionNode', 'collectNode']);
const whats = ['dropped', 'waiting', 'handed', 'errors', 'entered'] as const;
type What = (typeof whats)[number];

/** The numbers of the selected node, and the conversations behind them. */
export function Numbers({ flowId }: { flowId: number | undefined }) {
  const t = useT();
  const nodeId = useEditorState(({ nodes }) => (nodes.size === 1 ? [...nodes][0] : undefined));
  const node = useEditorState((state) =>
    nodeId === undefined ? undefined : nodesById(shownDocument(state)).get(nodeId),
  );
  const numbers = useEditorState((state) => (nodeId === undefined ? undefined : state.numbers?.nodes[nodeId]));
  const hasAny = useEditorState((state) => (state.numbers?.sessions.started ?? 0) > 0);
  if (!node || flowId === undefined)
    return (
      <EmptyState
        title={t(hasAny ? 'num.choose' : 'num.nothing')}
        text={t(hasAny ? 'num.chooseText' : 'num.nothingText')}
      />
    );
  return <NodeNumbers key={node.id} flowId={flowId} node={node} numbers={numbers} />;
}

interface NodeNumbersProps {
  flowId: number;
  node: FlowNodeElement;
  numbers: FlowNodeNumbers | undefined;
}
function NodeNumbers({ flowId, node, numbers }: NodeNumbersProps) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const { store, kinds, nameOf, waysOf, wayName, reveal } = useEditor();
  const entered = numbers?.entered ?? 0;
  const share = (count: number): string => (entered === 0 ? '–' : `${Math.round((count / entered) * 100)} %`);
  const ways = waysOf(node).map((way) => ({
    name: wayName(node, way),
    count: numbers?.left[way.id] ?? 0,
    isWarn: false,
  }));
  if (numbers && numbers.dropped > 0) ways.push({ name: t('num.dropped'), count: numbers.dropped, isWarn: true });
  return (
    <>
      <header className={styles.head}>
        <Tile kind={kinds.get(node.type)} size="large" />
        <span className={styles.names}>
          <h2 className={styles.name}>{nameOf(node)}</h2>
          <span className={styles.quiet}>
            <Shown flowId={flowId} />
          </span>
        </span>
      </header>
      <div className={styles.body}>
        <div className={styles.counters}>
          <div className={styles.counter}>
            {t('num.entered')}
            <div className={styles.value}>{format.number(entered)}</div>
          </div>
          <div className={styles.counter}>
            {t('num.dropped')}
            <div className={mergeClasses(styles.value, numbers && numbers.dropped > 0 && styles.warn)}>
              {format.number(numbers?.dropped ?? 0)}
              {entered > 0 && <span className={styles.part}>{share(numbers?.dropped ?? 0)}</span>}
            </div>
          </div>
          <div className={styles.counter}>
            {t('num.median')}
            <div className={styles.value}>{numbers?.medianMs == null ? '–' : shortSpan(numbers.medianMs / 1000)}</div>
          </div>
        </div>
        {ways.length > 0 && (
          <section className={styles.section} aria-label={t('num.leftBy')}>
            <h3 className={styles.title}>{t('num.leftBy')}</h3>
            {ways.map(({ name, count, isWarn }) => (
              <div key={name}>
                <div className={styles.way}>
                  <span>{name}</span>
                  <span>
                    <b>{format.number(count)}</b>
                    <span className={styles.share}>{share(count)}</span>
                  </span>
                </div>
                <div className={styles.track}>
                  <div
                    className={mergeClasses(styles.fill, isWarn && styles.fillWarn)}
                    style={{ width: `${entered === 0 ? 0 : Math.min(100, (count / entered) * 100)}%` }}
                  />
                </div>
              </div>
            ))}
          </section>
        )}
        {asks.has(node.type) && <Tries flowId={flowId} nodeId={node.id} />}
        <Tickets flowId={flowId} nodeId={node.id} />
      </div>
      <footer className={styles.foot}>
        <Button
          size="small"
          icon={<Edit16Regular />}
          onClick={() => {
            store.set({ mode: 'edit' });
            store.open(node.id);
            reveal(node.id);
          }}
        >
          {t('num.editDraft')}
        </Button>
      </footer>
    </>
  );
}

function Tickets({ flowId, nodeId }: { flowId: number; nodeId: string }) {
  const t = useT();
  const styles = useStyles();
  const { company } = useSession();
  const span = useEditorState(({ numbersOf }) => numbersOf.span);
  const versionId = useShownVersion(flowId)?.id;
  const [what, setWhat] = useState<What>('dropped');
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['flows', 'numbers', flowId, 'tickets', nodeId, what, span, versionId],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.get<{ tickets: FlowNodeTicket[]; hasMore: boolean }>(
        `/flow/${flowId}/numbers/${encodeURIComponent(nodeId)}/tickets`,
        { what, pageNumber: pageParam, versionId, ...datesOf(span, company.timeZone) },
        { signal },
      ),
    getNextPageParam: ({ hasMore }, pages) => (hasMore ? pages.length + 1 : undefined),
  });
  const tickets = data?.pages.flatMap((page) => page.tickets) ?? [];
  return (
    <section className={styles.section} aria-label={t('num.tickets')}>
      <Dropdown
        style={{ width: '100%', minWidth: 0 }}
        aria-label={t('num.tickets')}
        value={t(`num.what.${what}`)}
        selectedOptions={[what]}
        onOptionSelect={(_, { optionValue }) => setWhat(whats.find((one) => one === optionValue) ?? 'dropped')}
      >
        {whats.map((one) => (
          <Option key={one} value={one}>
            {t(`num.what.${one}`)}
          </Option>
        ))}
      </Dropdown>
      <ul className={styles.list}>
        {tickets.map(({ ticketId, uuid, name, at }) => (
          <li key={`${ticketId}/${at}`}>
            <Link className={styles.ticket} to={`/tickets/${uuid}`}>
              <Avatar name={name} size={32} decorative />
              {name}
              <span className={styles.when}>
                <RelativeTime date={at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {data && tickets.length === 0 && <p className={styles.quiet}>{t('num.noTickets')}</p>}
      {hasNextPage && (
        <Button size="small" onClick={() => void fetchNextPage()}>
          {t('num.more')}
        </Button>
      )}
    </section>
  );
}
