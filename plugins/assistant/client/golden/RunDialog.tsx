import { Checkbox, Dropdown, Option, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, useT } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import type { Candidate } from '../../evaluation-view.ts';
import { useSources } from '../data.ts';
import { NotReady } from '../ticket/NotReady.tsx';
import { usePurpose } from '../ticket/usePurpose.ts';
import { CostLine } from './CostLine.tsx';
import { evaluationsKey, nothing, useEstimate } from './golden-data.ts';

interface Offered {
  providerId: number | null;
  model: string;
  provider: string;
  isInUse: boolean;
}
interface Version {
  id: number;
  number: number;
  isLive: boolean;
  createdBy: string | null;
}
const useStyles = makeStyles({
  group: { margin: '0 0 16px', padding: 0, border: 'none', display: 'flex', flexDirection: 'column' },
  legend: { padding: 0, fontWeight: tokens.fontWeightSemibold },
  quiet: { margin: '0 0 16px', color: tokens.colorNeutralForeground3 },
});

const keyOf = ({ providerId, model }: { providerId: number | null; model: string }): string =>
  `${providerId ?? ''} ${model}`;

/** The choice of what is tried in place of what is in use, its cost, and the start of the run. */
export function RunDialog({ count, onClose }: { count: number; onClose(): void }) {
  const t = useT();
  const styles = useStyles();
  const queries = useQueryClient();
  const [candidate, setCandidate] = useState<Candidate>(nothing);
  const change = (part: Partial<Candidate>): void => setCandidate((before) => ({ ...before, ...part }));
  const { isReady, reason, canConfigure } = usePurpose('assistant');
  const versions = useQuery({
    queryKey: ['assistant', 'versions'],
    queryFn: ({ signal }) => api.get<{ versions: Version[] }>('/assistant/versions', {}, { signal }),
  });
  const models = useQuery({
    queryKey: ['assistant', 'models'],
    queryFn: ({ signal }) => api.get<Offered[]>('/assistant/models', {}, { signal }),
  });
  const sources = useSources();
  const estimate = useEstimate('evaluations', candidate);
  const others = (versions.data?.versions ?? []).filter(({ isLive }) => !isLive);
  const further = (models.data ?? []).filter(({ isInUse }) => !isInUse);
  const used = models.data?.find(({ isInUse }) => isInUse);
  const version = others.find(({ id }) => id === candidate.versionId);
  const nameOf = ({ number, createdBy }: Version): string =>
    t('settings.version', { number, name: createdBy ?? '' }).replace(/, $/, '');
  const modelName = ({ model, provider }: Offered): string => `${model}, ${provider}`;
  const chosen = further.find((one) => candidate.model !== null && keyOf(one) === keyOf(candidate.model));
  const present = used ? t('golden.presentModel', { model: used.model }) : t('golden.present');
  const submit = async (): Promise<void> => {
    await api.post('/assistant/evaluations', candidate);
    await queries.invalidateQueries({ queryKey: evaluationsKey });
    onClose();
  };
  return (
    <FormDialog
      open
      width={560}
      title={t('golden.runTitle', { count })}
      submitLabel={t('golden.start')}
      disabled={isReady !== true}
      onSubmit={submit}
      onClose={onClose}
      aside={<CostLine estimate={estimate.data} />}
    >
      {isReady === false && <NotReady reason={reason} canConfigure={canConfigure} />}
      <p className={styles.quiet}>{t('golden.runText')}</p>
      {others.length > 0 && (
        <FormRow label={t('tab.instructions')}>
          <Dropdown
            value={version ? nameOf(version) : t('golden.present')}
            selectedOptions={[String(candidate.versionId ?? '')]}
            onOptionSelect={(_, { optionValue }) => change({ versionId: optionValue ? Number(optionValue) : null })}
          >
            <Option value="">{t('golden.present')}</Option>
            <>
              {others.map((one) => (
                <Option key={one.id} value={String(one.id)}>
                  {nameOf(one)}
                </Option>
              ))}
            </>
          </Dropdown>
        </FormRow>
      )}
      {further.length > 0 && (
        <FormRow label={t('golden.model')}>
          <Dropdown
            value={chosen ? modelName(chosen) : present}
            selectedOptions={[candidate.model ? keyOf(candidate.model) : '']}
            onOptionSelect={(_, { optionValue }) => {
              const model = further.find((one) => keyOf(one) === optionValue);
              change({ model: model ? { providerId: model.providerId, model: model.model } : null });
            }}
          >
            <Option value="">{present}</Option>
            <>
              {further.map((one) => (
                <Option key={keyOf(one)} value={keyOf(one)} text={modelName(one)}>
                  {modelName(one)}
                </Option>
              ))}
            </>
          </Dropdown>
        </FormRow>
      )}
      {(sources.data?.length ?? 0) > 0 && (
        <fieldset className={styles.group}>
          <legend className={styles.legend}>{t('golden.sources')}</legend>
          {(sources.data ?? []).map(({ id, title, kind, isOn }) => {
            const isFlipped = candidate.sourceIds.includes(id);
            return (
              <Checkbox
                key={id}
                label={title || t(`source.${kind}`)}
                checked={isOn !== isFlipped}
                onChange={() =>
                  change({
                    sourceIds: isFlipped
                      ? candidate.sourceIds.filter((one) => one !== id)
                      : [...candidate.sourceIds, id],
                  })
                }
              />
            );
          })}
        </fieldset>
      )}
    </FormDialog>
  );
}
