import {
  Tag as Chip,
  TagPicker,
  TagPickerControl,
  TagPickerGroup,
  TagPickerInput,
  TagPickerList,
  TagPickerOption,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { Add16Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useSession, useT, useToasts } from '@balcao/sdk/client';
import { Dot, VisuallyHidden, ext } from '@balcao/sdk/ui';
import type { TicketView } from '@balcao/tickets/contract';
import { dotColors, nextColor } from '@balcao/sdk/colors';
import { nameFault } from '../page/tag-form.ts';
import { matching, findByName, tidy } from '../spelling.ts';
import { useTags } from '../useTags.ts';
import { isUnmade, useTicketTags } from './useTicketTags.ts';

/** Choices shown in the list; a longer term finds others. */
const maxChoices = 50;
const creates = 'create';

const useStyles = makeStyles({
  control: {
    width: '100%',
    minWidth: 0,
    minHeight: '32px',
    padding: '4px',
    gap: '4px',
    borderRadius: tokens.borderRadiusMedium,
  },
  // Chips and field share their lines.
  group: { display: 'contents' },
  chip: {
    height: '22px',
    minWidth: 0,
    maxWidth: '100%',
    gridTemplateColumns: 'auto minmax(0, 1fr) auto',
    border: 'none',
    backgroundColor: ext.raised,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightMedium,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    '@media (max-width: 599px)': { height: '32px', paddingInline: '4px' },
  },
  media: { paddingLeft: '7px', paddingRight: '5px', width: 'auto' },
  name: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  input: {
    flexBasis: '88px',
    minWidth: '88px',
    height: '22px',
    padding: '0 4px',
    '@media (max-width: 599px)': { height: '32px', flexBasis: '130px', minWidth: '130px' },
  },
  list: { maxHeight: '260px', overflowY: 'auto' },
  option: { columnGap: '8px' },
  mark: { display: 'inline-flex', alignItems: 'center', justifyContent: 'center', width: '16px', height: '20px' },
  text: { overflowWrap: 'anywhere' },
  none: { padding: '6px 8px', color: tokens.colorNeutralForeground3 },
});

/** The tags of a conversation: searched, chosen or created in one field, removed with one key. */
export default function TagsPanel({ ticket }: { ticket: TicketView }) {
  return <TicketTags key={ticket.id} ticket={ticket} />;
}

function TicketTags({ ticket }: { ticket: TicketView }) {
  const styles = useStyles();
  const t = useT();
  const { can } = useSession();
  const toasts = useToasts();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const { data: all } = useTags(isWanted);
  const { tags, add, create, remove } = useTicketTags(ticket, ({ kind, tag }) => {
    // The name of a tag that could not be created returns to the field.
    if (kind === 'add' && isUnmade(tag)) setTyped((now) => now || tag.name);
  });

  const name = tidy(typed);
  const free = (all ?? []).filter(({ id }) => !tags.some((tag) => tag.id === id));
  const choices = matching(free, name).slice(0, maxChoices);
  const isThere = findByName(tags, name) !== undefined;
  const mayCreate =
    all !== undefined && can('tags:view') && nameFault(name) === undefined && !isThere && !findByName(all, name);

  const choose = (value: string | undefined): void => {
    const tag = free.find(({ id }) => String(id) === value);
    if (tag) add(tag);
    else if (value === creates && mayCreate)
      create(
        name,
        nextColor(
          (all ?? []).map(({ color }) => color),
          dotColors,
        ),
      );
    else return;
    setAnnouncement(t('panel.added', { name: tag?.name ?? name }));
    setTyped('');
  };
  const removeTag = (value: string): void => {
    const tag = tags.find(({ id }) => String(id) === value);
    if (!tag) return;
    remove(tag);
    // A chip is removed with one click, so one click restores it.
    toasts.undo(t('panel.removed', { name: tag.name }), () => add(tag));
  };

  return (
    <>
      <TagPicker
        appearance="filled-darker"
        open={isOpen}
        onOpenChange={(_, { open }) => setOpen(open)}
        selectedOptions={tags.map(({ id }) => String(id))}
        onOptionSelect={(_, { value }) =>
          tags.some(({ id }) => String(id) === value) ? removeTag(value) : choose(value)
        }
      >
        <TagPickerControl className={styles.control} expandIcon={null}>
          <TagPickerGroup className={styles.group} aria-label={t('panel.worn')}>
            {tags.map((tag) => (
              <Chip
                key={tag.id}
                className={styles.chip}
                value={String(tag.id)}
                media={{ className: styles.media, children: <Dot color={tag.color} /> }}
                primaryText={{ className: styles.name }}
                dismissIcon={{ 'aria-label': t('panel.remove', { name: tag.name }) }}
                title={tag.name}
              >
                {tag.name}
              </Chip>
            ))}
          </TagPickerGroup>
          <TagPickerInput
            aria-label={t('panel.add')}
            className={styles.input}
            placeholder={t('panel.add')}
            autoComplete="off"
            value={typed}
            maxLength={60}
            onFocus={() => setWanted(true)}
            onPointerEnter={() => setWanted(true)}
            onChange={(event) => {
              setTyped(event.target.value);
              setOpen(true);
            }}
            onKeyDown={(event) => {
              // Enter after typing a name chooses it, without a step into the list first.
              if (event.key !== 'Enter' || name === '' || event.currentTarget.getAttribute('aria-activedescendant'))
                return;
              event.preventDefault();
              const first = choices[0];
              choose(first && (findByName(choices, name) || !mayCreate) ? String(first.id) : creates);
            }}
            onBlur={() => setTyped((now) => (isOpen ? now : ''))}
          />
        </TagPickerControl>
        <TagPickerList className={styles.list} aria-label={t('panel.choices')}>
          {choices.map((tag) => (
            <TagPickerOption
              key={tag.id}
              value={String(tag.id)}
              text={tag.name}
              className={styles.option}
              media={
                <span className={styles.mark}>
                  <Dot color={tag.color} size={8} />
                </span>
              }
            >
              <span className={styles.text}>{tag.name}</span>
            </TagPickerOption>
          ))}
          {mayCreate && (
            <TagPickerOption
              value={creates}
              text={typed}
              className={styles.option}
              media={
                <span className={styles.mark}>
                  <Add16Regular />
                </span>
              }
            >
              <span className={styles.text}>{t('panel.create', { name })}</span>
            </TagPickerOption>
          )}
          {all && choices.length === 0 && !mayCreate && (
            <TagPickerOption value="" text="" aria-disabled="true" className={styles.none}>
              {isThere ? t('panel.isThere', { name }) : name ? t('panel.notFound', { term: name }) : t('panel.noMore')}
            </TagPickerOption>
          )}
        </TagPickerList>
      </TagPicker>
      <VisuallyHidden live="polite">{announcement}</VisuallyHidden>
    </>
  );
}
