import { useState, type ReactNode } from 'react';
import {
  Button,
  Dropdown,
  Menu,
  MenuButton,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Option,
  makeStyles,
  tokens,
  Dialog,
} from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { api, useFormat, useSession, useT, useToasts } from '@balcao/sdk/client';
import { DialogFrame, ErrorState, SkeletonRows, ext } from '@balcao/sdk/ui';
import type { FlowReport } from '../../graph/wire.ts';
import { nodesById } from '../document/document.ts';
import { useEditor } from '../editor/context.ts';
import { useVersions } from '../editor/usePublished.ts';
import { shortSpan } from '../kinds/span.ts';
import { saveFile } from '../list/save-flow-file.ts';
import { originText } from '../log/origin.ts';
import { Cut } from './Cut.tsx';
import { datesOf, type Span } from './range.ts';
import { SpanFields } from './SpanFields.tsx';

const useStyles = makeStyles({
  filter: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '8px' },
  version: { minWidth: '168px' },
  totals: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(92px, 1fr))',
    gap: '12px',
    margin: '16px 0',
  },
  total: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
  value: {
    fontSize: '22px',
    lineHeight: '28px',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
    fontVariantNumeric: 'tabular-nums',
  },
  chart: { display: 'flex', alignItems: 'flex-end', gap: '2px', height: '96px', margin: '8px 0 16px' },
  bar: {
    flex: '1 1 0',
    minWidth: '2px',
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'flex-end',
    height: '100%',
  },
  rest: { backgroundColor: ext.ghost },
  done: { backgroundColor: ext.chart },
  section: { margin: '0 0 16px' },
  title: { margin: '0 0 4px', fontSize: tokens.fontSizeBase300 },
  hint: { margin: '0 0 8px', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    fontVariantNumeric: 'tabular-nums',
    '& td, & th': { padding: '6px 4px', textAlign: 'end', borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
    '& td:first-child, & th:first-child': { textAlign: 'start' },
  },
});

type Format = 'xlsx' | 'csv';
const keys = ['started', 'completed', 'handed', 'dropped', 'failed'] as const;

/** The outcome of the flow's conversations by day, what starts them, where people stop, and the files of all that. */
export function Report({ flowId, onClose }: { flowId: number; onClose(): void }) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const { store } = useEditor();
  const { company } = useSession();
  const [span, setSpan] = useState<Span>({ days: 30 });
  const [versionId, setVersionId] = useState<number>();
  const { data: versions = [] } = useVersions(flowId);
  const query = { ...datesOf(span, company.timeZone), ...(versionId !== undefined && { versionId }) };
  const { data, error, refetch } = useQuery({
    queryKey: ['flows', 'report', flowId, query],
    queryFn: ({ signal }) => api.get<FlowReport>(`/flow/${flowId}/report`, query, { signal }),
    placeholderData: (former) => former,
  });
  const download = async (what: 'report' | 'answers', format: Format) => {
    try {
      const name = `${store.document.title || 'fluxo'}.${format}`;
      await saveFile(`/flow/${flowId}/${what}/export`, { ...query, format }, name);
    } catch (failure) {
      toasts.error(failure);
    }
  };
  const versionText = (id: number | undefined): string => {
    const version = versions.find((one) => one.id === id);
    return version
      ? t(version.isLive ? 'num.liveVersion' : 'num.aVersion', { number: version.number })
      : t('report.allVersions');
  };
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogFrame
        title={t('report.title')}
        subtitle={store.document.title}
        width={720}
        onClose={onClose}
        aside={
          <Download
            label={t('report.export')}
            choices={['xlsx', 'csv']}
            textOf={(format) => t(`report.${format}`)}
            onChoose={(format) => void download('report', format)}
          />
        }
        footer={<Button onClick={onClose}>{t('diff.close')}</Button>}
      >
        <div className={styles.filter}>
          <Dropdown
            className={styles.version}
            aria-label={t('num.version')}
            value={versionText(versionId)}
            selectedOptions={[String(versionId ?? '')]}
            onOptionSelect={(_, { optionValue }) => setVersionId(optionValue ? Number(optionValue) : undefined)}
          >
            {[undefined, ...versions.map(({ id }) => id)].map((id) => (
              <Option key={id ?? ''} value={String(id ?? '')} text={versionText(id)}>
                {versionText(id)}
              </Option>
            ))}
          </Dropdown>
          <SpanFields span={span} onChange={setSpan} />
        </div>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows rows={4} />
        ) : (
          <>
            <Totals report={data} />
            <Days report={data} />
            <Steps report={data} />
            <section className={styles.section} aria-labelledby="flow-answers">
              <h3 id="flow-answers" className={styles.title}>
                {t('report.answers')}
              </h3>
              <p className={styles.hint}>{t('report.answersKept')}</p>
              <Download
                label={t('report.downloadAnswers', { count: data.answered })}
                isEmpty={data.answered === 0}
                choices={['xlsx', 'csv']}
                textOf={(format) => t(`report.answersAs.${format}`)}
                onChoose={(format) => void download('answers', format)}
              />
            </section>
          </>
        )}
      </DialogFrame>
    </Dialog>
  );
}

interface DownloadProps {
  label: string;
  isEmpty?: boolean;
  choices: readonly Format[];
  textOf(format: Format): string;
  onChoose(format: Format): void;
}
function Download({ label, isEmpty = false, choices, textOf, onChoose }: DownloadProps) {
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton disabledFocusable={isEmpty}>{label}</MenuButton>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {choices.map((format) => (
            <MenuItem key={format} onClick={() => onChoose(format)}>
              {textOf(format)}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

function Totals({ report: { totals, medianMs } }: { report: FlowReport }) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  return (
    <div className={styles.totals}>
      {keys.map((key) => (
        <div key={key} className={styles.total}>
          {t(`server.report.${key}`)}
          <div className={styles.value}>{format.number(totals[key])}</div>
        </div>
      ))}
      <div className={styles.total}>
        {t('num.median')}
        <div className={styles.value}>{medianMs === null ? '–' : shortSpan(medianMs / 1000)}</div>
      </div>
    </div>
  );
}

function Days({ report: { days } }: { report: FlowReport }) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  if (days.length === 0) return <p className={styles.hint}>{t('num.noTickets')}</p>;
  const most = Math.max(1, ...days.map(({ started }) => started));
  return (
    <div className={styles.chart} role="img" aria-label={t('report.chart')}>
      {days.map(({ day, started, completed, handed }) => {
        const good = Math.min(started, completed + handed);
        return (
          <div
            key={day}
            className={styles.bar}
            title={t('report.day', { day: format.date(`${day}T12:00:00Z`), started, good })}
          >
            <div className={styles.rest} style={{ height: `${((started - good) / most) * 100}%` }} />
            <div className={styles.done} style={{ height: `${(good / most) * 100}%` }} />
          </div>
        );
      })}
    </div>
  );
}

/** Where people stop, what they have to say twice, and what started the conversations. */
function Steps({ report: { drops, questions, starts } }: { report: FlowReport }) {
  const t = useT();
  const format = useFormat();
  const { store, kinds, nameOf, lineOf } = useEditor();
  const nodes = nodesById(store.document);
  // Several questions are called 'Pergunta': people know them by what they say.
  const named = (nodeId: string): string => {
    const node = nodes.get(nodeId);
    if (!node) return t('report.gone');
    const line = kinds.get(node.type)?.body?.(node.data) || lineOf(node);
    return line ? `${nameOf(node)}: ${line.slice(0, 120)}` : nameOf(node);
  };
  return (
    <>
      <Table
        title={t('report.drops')}
        columns={[t('report.step'), t('num.entered'), t('num.dropped')]}
        rows={drops.map(({ nodeId, dropped, entered }) => ({
          key: nodeId,
          cells: [named(nodeId), format.number(entered), format.number(dropped)],
        }))}
      />
      <Table
        title={t('report.questions')}
        columns={[t('server.report.question'), t('num.entered'), t('server.report.attempts')]}
        rows={questions.map(({ nodeId, entered, attempts }) => ({
          key: nodeId,
          cells: [named(nodeId), format.number(entered), format.number(attempts)],
        }))}
      />
      <Table
        title={t('report.starts')}
        columns={[t('server.report.origin'), t('server.report.started')]}
        rows={starts.map(({ origin, count }) => ({
          key: origin,
          cells: [originText(t, origin) ?? origin, format.number(count)],
        }))}
      />
    </>
  );
}

interface TableProps {
  title: string;
  columns: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}
function Table({ title, columns, rows }: TableProps) {
  const styles = useStyles();
  if (rows.length === 0) return null;
  return (
    <section className={styles.section} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <Cut items={rows}>
        {(shown) => (
          <table className={styles.table}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map(({ key, cells }) => (
                <tr key={key}>
                  {cells.map((cell, index) => (
                    <td key={columns[index]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Cut>
    </section>
  );
}
