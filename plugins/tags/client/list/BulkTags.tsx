import { Combobox, Field, Option, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { ApiError, api, useErrorText, useT, useToasts } from '@balcao/sdk/client';
import { Dot, FormDialog } from '@balcao/sdk/ui';
import type { TicketView } from '@balcao/tickets/contract';
import type { Tag } from '../../contract.ts';
import { matching } from '../spelling.ts';
import { useTags } from '../useTags.ts';

interface BulkAnswer {
  done: number[];
  failed: { id: number; error: string; context?: Record<string, unknown> }[];
}
/** Small enough that each request answers quickly. */
const perCall = 100;

const useStyles = makeStyles({
  field: { minWidth: 0, width: '100%', '& input': { minWidth: 0, width: '100%', textOverflow: 'ellipsis' } },
  list: { maxHeight: '300px', overflowY: 'auto' },
  option: { display: 'inline-flex', alignItems: 'center', gap: '8px', minWidth: 0 },
});

/** Adds tags to many conversations at once, and removes others. */
export default function BulkTags({
  tickets,
  close,
}: {
  tickets: readonly TicketView[];
  close(isDone?: boolean): void;
}) {
  const t = useT();
  const toasts = useToasts();
  const textOf = useErrorText();
  const { data: tags = [] } = useTags();
  const [add, setAdd] = useState<number[]>([]);
  const [remove, setRemove] = useState<number[]>([]);
  const [fault, setFault] = useState<string>();

  const submit = async (): Promise<void> => {
    if (add.length + remove.length === 0) return setFault(t('bulk.nothing'));
    if (add.some((id) => remove.includes(id))) return setFault(t('bulk.both'));
    const ids = tickets.map(({ id }) => id);
    const answer: BulkAnswer = { done: [], failed: [] };
    for (let from = 0; from < ids.length; from += perCall) {
      const part = await api.post<BulkAnswer>('/tags/bulk', {
        ticketIds: ids.slice(from, from + perCall),
        add,
        remove,
      });
      answer.done.push(...part.done);
      answer.failed.push(...part.failed);
    }
    if (answer.done.length > 0) toasts.success(t('bulk.done', { count: answer.done.length }));
    const [first] = answer.failed;
    if (first) {
      const reason = textOf(new ApiError(409, first.error, undefined, first.context));
      toasts.error(t('bulk.failed', { count: answer.failed.length, reason }));
    }
    close(answer.failed.length === 0);
  };
  const choose = (put: (ids: number[]) => void) => (ids: number[]) => {
    setFault(undefined);
    put(ids);
  };
  return (
    <FormDialog
      open
      title={t('bulk.title')}
      subtitle={t('bulk.text', { count: tickets.length })}
      submitLabel={t('bulk.apply')}
      width={440}
      onSubmit={submit}
      onClose={() => close()}
    >
      <TagChoice label={t('bulk.add')} tags={tags} chosen={add} fault={fault} autoFocus onChange={choose(setAdd)} />
      <TagChoice
        label={t('bulk.remove')}
        hint={t('bulk.hint')}
        tags={tags}
        chosen={remove}
        onChange={choose(setRemove)}
      />
    </FormDialog>
  );
}

interface TagChoiceProps {
  label: string;
  hint?: string;
  tags: readonly Tag[];
  chosen: number[];
  fault?: string | undefined;
  autoFocus?: boolean;
  onChange(ids: number[]): void;
}

function TagChoice({ label, hint, tags, chosen, fault, autoFocus, onChange }: TagChoiceProps) {
  const styles = useStyles();
  const t = useT();
  const [term, setTerm] = useState<string>();
  const names = tags.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  return (
    <Field label={label} {...(hint ? { hint } : {})} {...(fault ? { validationMessage: fault } : {})}>
      <Combobox
        className={styles.field}
        multiselect
        autoFocus={autoFocus === true}
        placeholder={t('bulk.choose')}
        listbox={{ className: styles.list }}
        value={term ?? names.join(', ')}
        selectedOptions={chosen.map(String)}
        onOpenChange={(_, { open }) => setTerm(open ? '' : undefined)}
        onChange={(event) => setTerm(event.target.value)}
        onOptionSelect={(_, { selectedOptions }) => onChange(selectedOptions.map(Number))}
      >
        {matching(tags, term ?? '').map(({ id, name, color }) => (
          <Option key={id} value={String(id)} text={name}>
            <span className={styles.option}>
              <Dot color={color} size={8} />
              {name}
            </span>
          </Option>
        ))}
      </Combobox>
    </Field>
  );
}
