import { useState } from 'react';
import { makeStyles } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular } from '@fluentui/react-icons';
import { useShortcut, useT } from '@balcao/sdk/client';
import { IconButton, Segment } from '@balcao/sdk/ui';
import { maxMessages, type CampaignFields } from '../../contract.ts';
import { filled, type MessageName, type QuestionName } from './form-values.ts';
import { MessageEditor } from './MessageEditor.tsx';
import { useFormStyles } from './form-styles.ts';

const useStyles = makeStyles({ head: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '8px' } });

export interface TextVariantsProps<N extends MessageName | QuestionName> {
  /** Locale key of one text, with `index`. */
  label: string;
  names: readonly N[];
  values: CampaignFields;
  change(part: Partial<CampaignFields>): void;
  variables: readonly string[];
  faults: Readonly<Record<string, string>>;
  readOnly: boolean;
  /** True for the main texts: Alt and a digit choose one. */
  hasKeys?: boolean;
}

/** Up to five texts, of which each person gets one. */
export function TextVariants<N extends MessageName | QuestionName>(props: TextVariantsProps<N>) {
  const { label, names, values, change, variables, faults, readOnly, hasKeys = false } = props;
  const t = useT();
  const styles = useStyles();
  const form = useFormStyles();
  const last = names.findLastIndex((name) => values[name] !== '');
  const [shown, setShown] = useState(Math.max(1, last + 1));
  const [at, setAt] = useState(0);
  const chosen = names[at] ?? names[0];
  const add = (): void => {
    setShown(Math.min(maxMessages, shown + 1));
    setAt(shown);
  };
  // The texts after the removed one move up, so that none is left empty in between.
  const remove = (): void => {
    const texts = names.map((name) => values[name]).toSpliced(at, 1);
    change(Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ''])) as Partial<CampaignFields>);
    setShown(Math.max(1, shown - 1));
    setAt(Math.max(0, at - 1));
  };
  const choose = (index: number): void => {
    if (hasKeys && index < shown) setAt(index);
  };
  useShortcut('alt+1', () => choose(0));
  useShortcut('alt+2', () => choose(1));
  useShortcut('alt+3', () => choose(2));
  useShortcut('alt+4', () => choose(3));
  useShortcut('alt+5', () => choose(4));
  if (!chosen) return null;
  return (
    <div className={form.section}>
      <div className={styles.head}>
        {shown > 1 && (
          <Segment
            label={t(`${label}s`)}
            value={String(at)}
            onChange={(value) => setAt(Number(value))}
            options={names
              .slice(0, shown)
              .map((_, index) => ({ value: String(index), label: t(label, { index: index + 1 }) }))}
          />
        )}
        {!readOnly && shown < maxMessages && (
          <IconButton icon={<Add20Regular />} label={t('form.addVariant')} appearance="outline" onClick={add} />
        )}
        {!readOnly && shown > 1 && (
          <IconButton
            icon={<Delete20Regular />}
            label={t('form.removeVariant', { name: t(label, { index: at + 1 }) })}
            onClick={remove}
          />
        )}
        <span className={form.small}>{t('form.of', { count: filled(values, names), most: maxMessages })}</span>
      </div>
      <MessageEditor
        key={chosen}
        label={t(label, { index: at + 1 })}
        value={values[chosen]}
        onChange={(text) => change({ [chosen]: text } as Partial<CampaignFields>)}
        variables={variables}
        fault={faults[chosen]}
        readOnly={readOnly}
      />
    </div>
  );
}
