import { Combobox, Option, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { useT } from '@balcao/sdk/client';
import { Dot } from '@balcao/sdk/ui';
import { matching } from '../spelling.ts';
import { useTags } from '../useTags.ts';
import { readChosen, writeChosen } from './chosen-tags.ts';

const useStyles = makeStyles({
  field: {
    minWidth: 0,
    width: '100%',
    '& input': { minWidth: 0, width: '100%', textOverflow: 'ellipsis' },
  },
  list: { minWidth: '240px', maxHeight: '300px', overflowY: 'auto' },
  option: { display: 'inline-flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  none: { padding: '6px 8px', color: tokens.colorNeutralForeground3 },
});

/** Filters the list by conversations with any of the chosen tags. Typing filters the tags. */
export default function TagFilter({ value, onChange }: { value: string; onChange(value: string): void }) {
  const styles = useStyles();
  const t = useT();
  const { data: tags } = useTags();
  const [term, setTerm] = useState<string>();
  const asked = readChosen(value);
  const chosen = tags ? asked.filter((id) => tags.some((tag) => tag.id === id)) : asked;

  // A deleted tag would leave an empty list with nothing to untick.
  const isOutdated = chosen.length < asked.length;
  const rest = writeChosen(chosen);
  useEffect(() => {
    if (isOutdated) onChange(rest);
  }, [isOutdated, onChange, rest]);

  const only = chosen.length === 1 ? tags?.find(({ id }) => id === chosen[0])?.name : undefined;
  const summary = chosen.length === 0 ? '' : (only ?? t('filter.chosen', { count: chosen.length }));
  const found = matching(tags ?? [], term ?? '');
  return (
    <Combobox
      className={styles.field}
      size="small"
      multiselect
      aria-label={t('page.title')}
      placeholder={t('filter.any')}
      listbox={{ className: styles.list }}
      value={term ?? summary}
      selectedOptions={chosen.map(String)}
      onOpenChange={(_, { open }) => setTerm(open ? '' : undefined)}
      onChange={(event) => setTerm(event.target.value)}
      onOptionSelect={(_, { selectedOptions }) => onChange(writeChosen(selectedOptions.map(Number)))}
    >
      {found.map(({ id, name, color }) => (
        <Option key={id} value={String(id)} text={name}>
          <span className={styles.option}>
            <Dot color={color} size={8} />
            {name}
          </span>
        </Option>
      ))}
      {tags && found.length === 0 && (
        <Option disabled text="" value="" checkIcon={null} className={styles.none}>
          {t(tags.length === 0 ? 'filter.none' : 'panel.notFound', { term })}
        </Option>
      )}
    </Combobox>
  );
}
