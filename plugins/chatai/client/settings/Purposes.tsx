import { Checkbox, Combobox, Dropdown, makeStyles, Option, Switch, tokens } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, Contributed, usePoint, useT, useToasts, type Part } from '@balcao/sdk/client';
import type { PointRef } from '@balcao/sdk/contract';
import { ErrorState, FormGroup, FormRow, SkeletonRows } from '@balcao/sdk/ui';
import { purposeTrial, type Purpose, type PurposeTrialProps } from '../../contract.ts';
import { purposesQuery } from '../chats/chat-data.ts';
import {
  choicesQuery,
  providersQuery,
  purposesPath,
  type Owner,
  type Provider,
  type PurposeChoice,
} from './ai-data.ts';
import { TryPlatformModel } from './TryPlatformModel.tsx';

/** The contract does not depend on React; the component is typed here. */
const trialPoint = purposeTrial as PointRef<{ id: string; purpose: Purpose; component: Part<PurposeTrialProps> }>;

/** Purposes whose models write: the others cannot be asked for a few words. */
const triable: ReadonlySet<Purpose> = new Set(['chat', 'assistant', 'summary', 'suggest']);

const useStyles = makeStyles({
  fields: {
    display: 'flex',
    flexDirection: 'column',
    gap: '6px',
    minWidth: 0,
    '& > *': { minWidth: 0, width: '100%' },
  },
  small: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** For each use of models the provider and the model; a company may switch a use off. Every change is stored at once. */
export function Purposes({ owner }: { owner: Owner }) {
  const t = useT();
  const toasts = useToasts();
  const queries = useQueryClient();
  const providers = useQuery(providersQuery(owner));
  const choices = useQuery(choicesQuery(owner));
  const available = useQuery(purposesQuery);
  const trials = usePoint(trialPoint);
  const [tried, setTried] = useState<PurposeChoice>();
  /** How often a choice was given up: its fields show again what is in use. */
  const [givenUp, setGivenUp] = useState(0);
  if (choices.isPending || providers.isPending) return <SkeletonRows rows={6} />;
  if (choices.isError) return <ErrorState error={choices.error} onRetry={() => void choices.refetch()} />;
  const store = (changed: PurposeChoice): void => {
    queries.setQueryData(choicesQuery(owner).queryKey, (before) =>
      before?.map((one) => (one.purpose === changed.purpose ? changed : one)),
    );
    api
      .put(purposesPath(owner), { records: [changed] })
      .catch(toasts.error)
      .finally(() => {
        void choices.refetch();
        void available.refetch();
      });
  };
  const trial = trials.find(({ purpose }) => purpose === tried?.purpose);
  const change = (choice: PurposeChoice, part: Partial<PurposeChoice>): void => {
    const changed = { ...choice, ...part };
    const isOther = changed.providerId !== choice.providerId || changed.model !== choice.model;
    // Customers meet another model after it was tried, where there is something to try it with.
    const isTriable =
      owner === 'platform'
        ? triable.has(choice.purpose) && changed.providerId !== null && changed.model !== ''
        : trials.some(({ purpose }) => purpose === choice.purpose);
    if (isOther && isTriable) setTried(changed);
    else store(changed);
  };
  return (
    <FormGroup title={t(`purpose.${owner}`)} text={t(`purpose.${owner}Text`)}>
      {tried && owner === 'platform' && (
        <TryPlatformModel
          choice={tried}
          onUse={() => {
            setTried(undefined);
            store(tried);
          }}
          onClose={() => {
            setTried(undefined);
            setGivenUp((before) => before + 1);
            void choices.refetch();
          }}
        />
      )}
      {tried && owner === 'company' && trial && (
        <Contributed item={trial}>
          <trial.component
            choice={{ providerId: tried.providerId, model: tried.model }}
            onUse={() => {
              setTried(undefined);
              store(tried);
            }}
            onClose={() => {
              setTried(undefined);
              setGivenUp((before) => before + 1);
              void choices.refetch();
            }}
          />
        </Contributed>
      )}
      {choices.data.map((choice) => {
        const now = available.data?.purposes.find(({ purpose }) => purpose === choice.purpose);
        const place = now?.provider
          ? t('purpose.goes', { host: now.provider.host, model: now.model ?? '' })
          : t('purpose.notConfigured');
        return (
          <FormRow
            key={choice.purpose}
            label={t(`purpose.name.${choice.purpose}`)}
            help={owner === 'company' ? place : t(`purpose.help.${choice.purpose}`)}
          >
            <Choice
              key={givenUp}
              owner={owner}
              choice={choice}
              providers={providers.data ?? []}
              onChange={(part) => change(choice, part)}
            />
          </FormRow>
        );
      })}
    </FormGroup>
  );
}

interface ChoiceProps {
  owner: Owner;
  choice: PurposeChoice;
  providers: readonly Provider[];
  onChange(part: Partial<PurposeChoice>): void;
}

function Choice({ owner, choice, providers, onChange }: ChoiceProps) {
  const styles = useStyles();
  const t = useT();
  const name = t(`purpose.name.${choice.purpose}`);
  const provider = providers.find(({ id }) => id === choice.providerId);
  const none = t(owner === 'platform' ? 'purpose.none' : 'purpose.platformDefault');
  return (
    <div className={styles.fields}>
      {owner === 'company' && (
        <Switch
          aria-label={t('purpose.switch', { name })}
          checked={choice.isOn ?? true}
          onChange={(_, { checked }) => onChange({ isOn: checked })}
        />
      )}
      {(owner === 'platform' || providers.length > 0) && (
        <Dropdown
          aria-label={t('purpose.providerOf', { name })}
          value={provider?.title ?? none}
          selectedOptions={[String(choice.providerId ?? 0)]}
          onOptionSelect={(_, { optionValue }) => {
            const chosen = providers.find(({ id }) => id === Number(optionValue));
            onChange({ providerId: chosen?.id ?? null, model: chosen?.models[0] ?? choice.model });
          }}
        >
          <Option value="0">{none}</Option>
          {providers.map(({ id, title }) => (
            <Option key={id} value={String(id)}>
              {title}
            </Option>
          ))}
        </Dropdown>
      )}
      {provider && (
        <Combobox
          key={`${provider.id}:${choice.model}`}
          freeform
          aria-label={t('purpose.modelOf', { name })}
          placeholder={t('purpose.model')}
          defaultValue={choice.model}
          defaultSelectedOptions={[choice.model]}
          onOptionSelect={(_, { optionValue }) => optionValue !== undefined && onChange({ model: optionValue })}
          onBlur={({ target }) => {
            const typed = target.value.trim();
            if (typed !== choice.model) onChange({ model: typed });
          }}
        >
          {provider.models.map((model) => (
            <Option key={model}>{model}</Option>
          ))}
        </Combobox>
      )}
      {owner === 'company' && provider && (
        <Checkbox
          label={t('purpose.backUp')}
          aria-label={t('purpose.backUpOf', { name })}
          checked={choice.isBackedUp ?? false}
          onChange={(_, { checked }) => onChange({ isBackedUp: checked === true })}
        />
      )}
    </div>
  );
}
