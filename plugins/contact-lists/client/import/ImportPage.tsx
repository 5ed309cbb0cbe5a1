import { useEffect, useState } from 'react';
import { Button, Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownload20Regular, DocumentTable24Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import { api, useFormat, useT, useToasts } from '@balcao/sdk/client';
import { sizeText } from '@balcao/sdk/chat';
import { Bar, ErrorState, Page, SkeletonRows, StepProgress, ext } from '@balcao/sdk/ui';
import type { ContactList } from '../../contract.ts';
import type { ListMapping } from '../../import-columns.ts';
import { useExampleSheet } from '../useExampleSheet.ts';
import { FileStep } from './FileStep.tsx';
import { ImportFoot } from './ImportFoot.tsx';
import { hasEnded, missingUses, type ListImport, type Verdict } from './list-import.ts';
import { MappingCards } from './MappingCards.tsx';
import { RowTable } from './RowTable.tsx';
import { useListImport } from './useListImport.ts';
import { VerdictFilter } from './VerdictFilter.tsx';

const steps = ['file', 'columns', 'result'] as const;
type Step = (typeof steps)[number];

const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  body: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    padding: '16px 24px',
    '@media (max-width: 599px)': { padding: '12px' },
  },
  file: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '12px' },
  tile: {
    display: 'inline-flex',
    padding: '6px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: ext.okBg,
    color: ext.ok,
  },
  name: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  quiet: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  space: { flexGrow: 1 },
  filter: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '8px' },
  padded: { padding: '24px', '@media (max-width: 599px)': { padding: '12px' } },
});

/** The import into a list: a file is chosen, its columns and rows are looked at, and it runs. */
export default function ImportPage() {
  const t = useT();
  const styles = useStyles();
  const { contactListId, importId } = useParams();
  const listId = Number(contactListId);
  const id = Number(importId);
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>('columns');
  const list = useQuery({
    queryKey: ['contact-lists', 'one', listId],
    queryFn: ({ signal }) => api.get<ContactList>(`/contact-lists/${listId}`, {}, { signal }),
  });
  const hasImport = Number.isInteger(id) && id > 0;
  return (
    <Page
      bare
      title={list.data ? t('import.title', { name: list.data.name }) : t('import.plainTitle')}
      back={{
        label: t('import.result.open'),
        onClick: () => void navigate(`/contact-lists/${listId}/contacts`),
      }}
      actions={
        <StepProgress
          label={t('import.steps')}
          steps={steps.map((one) => t(`import.step.${one}`))}
          current={steps.indexOf(hasImport ? step : 'file')}
          doneText={t('import.stepDone')}
        />
      }
    >
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : hasImport ? (
        <OneImport key={id} id={id} onStep={setStep} />
      ) : (
        <div className={styles.padded}>
          <FileStep listId={listId} />
        </div>
      )}
    </Page>
  );
}

function OneImport({ id, onStep }: { id: number; onStep(step: Step): void }) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const toasts = useToasts();
  const navigate = useNavigate();
  const downloadExample = useExampleSheet();
  const [verdict, setVerdict] = useState<Verdict>();
  const [chosen, setChosen] = useState<ListMapping>();
  const [isSending, setSending] = useState(false);
  const { data, error, refetch, judged } = useListImport(id);
  const status = data?.status;
  useEffect(() => {
    if (status) onStep(status === 'running' || hasEnded({ status }) ? 'result' : 'columns');
  }, [status, onStep]);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={8} height={44} />;

  // Columns may be chosen anew while rows are judged: the last choice counts.
  const isOpen = data.status === 'ready' || data.status === 'judging';
  const mapping = chosen ?? data.mapping;
  const isReading = data.status === 'reading';
  // A file that could not be read has no columns.
  const hasRows = !isReading && data.mapping.columns.length > 0;
  const missing = hasRows && isOpen ? missingUses(mapping) : [];
  const judge = async (next: ListMapping): Promise<void> => {
    setChosen(next);
    if (missingUses(next).length > 0) return;
    setSending(true);
    try {
      judged(await api.post<ListImport>(`/contact-lists/imports/${id}/check`, next));
    } catch (failure) {
      toasts.error(failure);
    }
    setSending(false);
  };
  const forget = (): void => {
    // If this fails, the import is deleted after a day anyway.
    if (isOpen || isReading) void api.post(`/contact-lists/imports/${id}/cancel`).catch(() => undefined);
    void navigate(`/contact-lists/${data.contactListId}/import`);
  };
  return (
    <div className={styles.whole}>
      <div className={styles.body} data-scroll="page">
        <div className={styles.file}>
          <span className={styles.tile}>
            <DocumentTable24Regular aria-hidden="true" />
          </span>
          <span>
            <span className={styles.name}>{data.name}</span>
            <span className={styles.quiet}>
              {isReading
                ? sizeText(data.size, format.number)
                : t('import.file.info', {
                    sheet: data.sheet ? t('import.file.sheet', { name: data.sheet }) : '',
                    rows: format.number(data.total),
                    size: sizeText(data.size, format.number),
                  })}
            </span>
          </span>
          {isOpen && (
            <Button size="small" onClick={forget}>
              {t('import.file.change')}
            </Button>
          )}
          <span className={styles.space} />
          {isOpen && (
            <Checkbox
              label={t('import.file.header')}
              checked={mapping.hasHeader}
              disabled={isSending}
              onChange={(_, { checked }) => void judge({ ...mapping, hasHeader: checked === true })}
            />
          )}
          <Button appearance="subtle" icon={<ArrowDownload20Regular />} onClick={downloadExample}>
            {t('import.example.download')}
          </Button>
        </div>
        {isOpen && (
          <MappingCards
            mapping={mapping}
            columns={data.columns}
            examples={data.examples}
            disabled={isSending}
            onChange={(next) => void judge(next)}
          />
        )}
        {isReading ? (
          <SkeletonRows rows={8} height={44} />
        ) : missing.length > 0 ? (
          <Bar tone="warn">
            {t('import.column.missing', { fields: missing.map((use) => t(`field.${use}`)).join(', ') })}
          </Bar>
        ) : (
          hasRows && (
            <>
              <div className={styles.filter}>
                <VerdictFilter details={data} value={verdict} onChange={setVerdict} />
                <span className={styles.quiet}>{t('import.checkedLater')}</span>
              </div>
              <RowTable details={data} verdict={verdict} onJudged={judged} />
            </>
          )
        )}
      </div>
      {missing.length === 0 && <ImportFoot details={data} onChange={judged} onBack={forget} />}
    </div>
  );
}
