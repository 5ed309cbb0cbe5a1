import { useState } from 'react';
import {
  Button,
  Menu,
  MenuButton,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { api, useFormat, useSession, useT, useToasts } from '@balcao/sdk/client';
import { DialogFrame, ErrorState, Segment, SkeletonRows, ext } from '@balcao/sdk/ui';
import type { FlowReport } from '../../graph/wire.ts';
import { nodesById } from '../document/document.ts';
import { useEditor } from '../editor/context.ts';
import { shortSpan } from '../kinds/span.ts';
import { saveFile } from '../list/save-flow-file.ts';
import { lastDays, spans } from './range.ts';

const useStyles = makeStyles({
  totals: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(104px, 1fr))',
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
  title: { margin: '0 0 4px', fontSize: tokens.fontSizeBase300 },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    fontVariantNumeric: 'tabular-nums',
    '& td, & th': { padding: '6px 4px', textAlign: 'end', borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
    '& td:first-child, & th:first-child': { textAlign: 'start' },
  },
});

/** The outcome of the flow's conversations by day, and where people stop. */
export function Report({ flowId, onClose }: { flowId: number; onClose(): void }) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const toasts = useToasts();
  const { store, nameOf } = useEditor();
  const { company } = useSession();
  const [days, setDays] = useState('30');
  const range = lastDays(Number(days), company.timeZone);
  const { data, error, refetch } = useQuery({
    queryKey: ['flows', 'report', flowId, days],
    queryFn: ({ signal }) => api.get<FlowReport>(`/flow/${flowId}/report`, { ...range }, { signal }),
  });
  const download = async (format: 'xlsx' | 'csv') => {
    try {
      const name = `${store.document.title || 'fluxo'}.${format}`;
      await saveFile(`/flow/${flowId}/report/export`, { ...range, format }, name);
    } catch (failure) {
      toasts.error(failure);
    }
  };
  const keys = ['started', 'completed', 'handed', 'dropped', 'failed'] as const;
  const most = Math.max(1, ...(data?.days.map(({ started }) => started) ?? []));
  const nodes = nodesById(store.document);
  return (
    <DialogFrame
      title={t('report.title')}
      subtitle={store.document.title}
      width={720}
      onClose={onClose}
      aside={
        <Menu>
          <MenuTrigger disableButtonEnhancement>
            <MenuButton>{t('report.export')}</MenuButton>
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              <MenuItem onClick={() => void download('xlsx')}>{t('report.xlsx')}</MenuItem>
              <MenuItem onClick={() => void download('csv')}>{t('report.csv')}</MenuItem>
            </MenuList>
          </MenuPopover>
        </Menu>
      }
      footer={<Button onClick={onClose}>{t('diff.close')}</Button>}
    >
      <Segment
        label={t('num.days')}
        value={days}
        options={spans.map((count) => ({ value: String(count), label: t('num.lastDays', { count }) }))}
        onChange={setDays}
      />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={4} />
      ) : (
        <>
          <div className={styles.totals}>
            {keys.map((key) => (
              <div key={key} className={styles.total}>
                {t(`server.report.${key}`)}
                <div className={styles.value}>{format.number(data.totals[key])}</div>
              </div>
            ))}
            <div className={styles.total}>
              {t('num.median')}
              <div className={styles.value}>{data.medianMs === null ? '–' : shortSpan(data.medianMs / 1000)}</div>
            </div>
          </div>
          <div className={styles.chart} role="img" aria-label={t('report.chart')}>
            {data.days.map(({ day, started, completed, handed }) => {
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
          {data.drops.length > 0 && (
            <>
              <h3 className={styles.title}>{t('report.drops')}</h3>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">{t('report.step')}</th>
                    <th scope="col">{t('num.entered')}</th>
                    <th scope="col">{t('num.dropped')}</th>
                  </tr>
                </thead>
                <tbody>
                  {data.drops.map(({ nodeId, dropped, entered }) => {
                    const node = nodes.get(nodeId);
                    return (
                      <tr key={nodeId}>
                        <td>{node ? nameOf(node) : t('report.gone')}</td>
                        <td>{format.number(entered)}</td>
                        <td>{format.number(dropped)}</td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            </>
          )}
        </>
      )}
    </DialogFrame>
  );
}
