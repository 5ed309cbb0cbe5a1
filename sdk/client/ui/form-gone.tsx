import { Button } from '@fluentui/react-components';
import { useT, useToasts } from '../index.ts';
import { useValueText } from './form-conflicts.tsx';
import { Bar } from './states.tsx';
import type { FormState } from './use-form.ts';

export interface FormGoneProps {
  form: FormState | undefined;
  labels: ReadonlyMap<string, string>;
  /** States what was deleted, in the words of its plugin. */
  text: string;
}

/** The form's row was deleted meanwhile: offers to copy the typed values. */
export function FormGone({ form, labels, text }: FormGoneProps) {
  const t = useT('shell');
  const toasts = useToasts();
  const shown = useValueText(form ?? {});
  const copy = async (): Promise<void> => {
    const lines = Object.entries(form?.filled ?? {})
      .filter(([field, value]) => labels.has(field) && value !== '' && value !== null)
      .map(([field, value]) => `${labels.get(field) ?? field}: ${shown(field, value)}`);
    await navigator.clipboard.writeText(lines.join('\n'));
    toasts.success(t('ui.copied'));
  };
  return (
    <Bar
      tone="bad"
      alert
      {...(form && {
        action: (
          <Button size="small" onClick={() => void copy().catch(() => toasts.error(t('ui.gone.notCopied')))}>
            {t('ui.gone.copy')}
          </Button>
        ),
      })}
    >
      {text} {t('ui.gone.text')}
    </Bar>
  );
}
