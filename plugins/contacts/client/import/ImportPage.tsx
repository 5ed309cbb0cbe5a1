import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { api, useT } from '@balcao/sdk/client';
import { ErrorState, Page, SkeletonRows } from '@balcao/sdk/ui';
import type { ImportMapping } from '../../import-columns.ts';
import { CheckStep } from './CheckStep.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { FileStep } from './FileStep.tsx';
import type { Verdicts } from './import-row.ts';
import { ResultStep } from './ResultStep.tsx';
import { StepContainer } from './StepContainer.tsx';
import { ImportSteps } from './ImportSteps.tsx';
import { useImport } from './useImport.ts';

/**
 * The import of contacts: `/contacts/import` accepts a file, `/contacts/import/12` is one import at its current step.
 */
export default function ImportPage() {
  const t = useT();
  const navigate = useNavigate();
  const { importId } = useParams();
  const id = Number(importId);
  return (
    <Page title={t('import.title')} back={{ label: t('page.title'), onClick: () => void navigate('/contacts') }}>
      {Number.isInteger(id) && id > 0 ? (
        <OneImport key={id} id={id} />
      ) : (
        <>
          <ImportSteps step="file" />
          <FileStep />
        </>
      )}
    </Page>
  );
}

function OneImport({ id }: { id: number }) {
  const navigate = useNavigate();
  const { data, error, refetch, set } = useImport(id);
  const [mapping, setMapping] = useState<ImportMapping>();
  const [verdicts, setVerdicts] = useState<Verdicts>();
  useEffect(() => {
    if (data?.mapping) setMapping((known) => known ?? data.mapping ?? undefined);
  }, [data?.mapping]);

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} height={44} />;
  if (data.status !== 'ready') {
    return (
      <>
        {data.source === 'file' && <ImportSteps step="result" />}
        <StepContainer step="result">
          <ResultStep details={data} onChange={set} />
        </StepContainer>
      </>
    );
  }
  const forget = (): void => {
    // If this fails, the import is deleted after a day anyway.
    void api.post(`/contacts/import/${id}/cancel`).catch(() => undefined);
    void navigate('/contacts/import');
  };
  const step = verdicts ? 'check' : 'columns';
  return (
    <>
      <ImportSteps step={step} />
      <StepContainer step={step}>
        {verdicts ? (
          <CheckStep importId={id} verdicts={verdicts} onBack={() => setVerdicts(undefined)} onStarted={set} />
        ) : (
          mapping && (
            <ColumnsStep
              details={data}
              mapping={mapping}
              onMapping={setMapping}
              onChecked={setVerdicts}
              onCancel={forget}
            />
          )
        )}
      </StepContainer>
    </>
  );
}
