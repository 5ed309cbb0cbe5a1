import { Input, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  AnimalCat20Regular,
  Clock20Regular,
  EmojiSmileSlight20Regular,
  Flag20Regular,
  Food20Regular,
  Heart20Regular,
  Lightbulb20Regular,
  PersonWalking20Regular,
  Search20Regular,
  Sport20Regular,
  VehicleCarProfileLtr20Regular,
} from '@fluentui/react-icons';
import type { FluentIcon } from '@fluentui/react-icons';
import { useAtom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useLanguage, useT } from '@balcao/sdk/client';
import { VisuallyHidden, IconButton, SkeletonRows, ext } from '@balcao/sdk/ui';
import { emojiGroups, foundEmoji } from './emoji.ts';
import type { Emoji, EmojiGroup } from './emoji.ts';

const columns = 8;
const recentKept = 24;
const recentAtom = atomWithStorage<string[]>('balcao.tickets.emoji', [], undefined, { getOnInit: true });

/** What people at work send most, for whoever has sent none yet. */
const first = ['👍️', '🙏', '😀', '❤️', '👏', '✅', '😂', '🎉'];

type Texts = { default: Record<string, string[]> };
const texts: Record<string, () => Promise<Texts>> = {
  pt: () => import('./pt.json'),
  en: () => import('./en.json'),
  es: () => import('./es.json'),
};

const icons: Record<string, FluentIcon> = {
  recent: Clock20Regular,
  faces: EmojiSmileSlight20Regular,
  people: PersonWalking20Regular,
  nature: AnimalCat20Regular,
  food: Food20Regular,
  places: VehicleCarProfileLtr20Regular,
  activities: Sport20Regular,
  objects: Lightbulb20Regular,
  symbols: Heart20Regular,
  flags: Flag20Regular,
};

const useStyles = makeStyles({
  picker: { display: 'flex', flexDirection: 'column', height: '100%' },
  top: { padding: '8px 8px 4px' },
  input: { width: '100%' },
  groups: { display: 'flex', justifyContent: 'space-between', padding: '0 6px 4px' },
  group: { minWidth: '28px', width: '28px', '@media (max-width: 599px)': { minWidth: '28px', minHeight: '36px' } },
  scroll: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    padding: '0 12px 8px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  heading: {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    margin: 0,
    padding: '8px 4px 2px',
    backgroundColor: ext.raised,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground2,
  },
  grid: { display: 'grid', gridTemplateColumns: `repeat(${columns}, 1fr)` },
  emoji: {
    height: '36px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    fontSize: '22px',
    lineHeight: 1,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  far: { contentVisibility: 'auto' },
  foot: {
    height: '32px',
    flexShrink: 0,
    padding: '0 12px',
    lineHeight: '32px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    // Nothing hovers over a touch screen: there would be nothing to name.
    '@media (hover: none)': { display: 'none' },
  },
  none: { padding: '24px 12px', textAlign: 'center', color: tokens.colorNeutralForeground2 },
});

const useEmoji = (): EmojiGroup[] | undefined => {
  const language = useLanguage();
  const [groups, setGroups] = useState<EmojiGroup[]>();
  useEffect(() => {
    let isHere = true;
    void (texts[language] ?? texts.pt)?.().then((loaded) => isHere && setGroups(emojiGroups(loaded.default)));
    return () => {
      isHere = false;
    };
  }, [language]);
  return groups;
};

/** All emoji by group, found by name in the reader's language; the last used first. Walked with arrow keys. */
export default function EmojiPicker({ onPick }: { onPick(emoji: string): void }) {
  const styles = useStyles();
  const t = useT();
  const all = useEmoji();
  const [recent, setRecent] = useAtom(recentAtom);
  const [term, setTerm] = useState('');
  const [looked, setLooked] = useState<Emoji>();
  const box = useRef<HTMLDivElement>(null);

  const shown = useMemo((): EmojiGroup[] => {
    if (!all) return [];
    if (term.trim() !== '') return [{ name: 'found', emoji: foundEmoji(all, term) }];
    const known = new Map(all.flatMap(({ emoji }) => emoji.map((each) => [each.sign, each])));
    const last = [...recent, ...first.filter((sign) => !recent.includes(sign))].slice(0, Math.max(8, recent.length));
    return [{ name: 'recent', emoji: last.flatMap((sign) => known.get(sign) ?? []) }, ...all];
  }, [all, recent, term]);
  const found = term.trim() === '' ? undefined : (shown[0]?.emoji.length ?? 0);

  const pick = ({ sign }: Emoji): void => {
    setRecent([sign, ...recent.filter((each) => each !== sign)].slice(0, recentKept));
    onPick(sign);
  };
  const buttons = (): HTMLButtonElement[] => [
    ...(box.current?.querySelectorAll<HTMLButtonElement>('[data-emoji]') ?? []),
  ];
  const walk = (event: KeyboardEvent): void => {
    const every = buttons();
    const at = every.indexOf(document.activeElement as HTMLButtonElement);
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    if (step === undefined || at < 0) return;
    event.preventDefault();
    if (at + step < 0) return box.current?.closest('[data-picker]')?.querySelector('input')?.focus();
    every[Math.min(every.length - 1, at + step)]?.focus();
  };
  // What Enter would take, until one is looked at.
  const named = looked ?? shown[0]?.emoji[0];
  let isFirst = true;
  return (
    <div className={styles.picker} data-picker>
      <div className={styles.top}>
        <Input
          className={styles.input}
          appearance="filled-darker"
          contentBefore={<Search20Regular aria-hidden="true" />}
          placeholder={t('emoji.search')}
          aria-label={t('emoji.search')}
          autoFocus
          value={term}
          onChange={(_, { value }) => setTerm(value)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') {
              event.preventDefault();
              buttons()[0]?.focus();
            }
            const [best] = shown[0]?.emoji ?? [];
            if (event.key === 'Enter' && found && best) pick(best);
          }}
        />
      </div>
      {found === undefined && all && (
        <div className={styles.groups}>
          {shown.map(({ name }) => {
            const Icon = icons[name] ?? Clock20Regular;
            return (
              <IconButton
                key={name}
                className={styles.group}
                size="small"
                icon={<Icon />}
                label={t(`emoji.${name}`)}
                onClick={() => box.current?.querySelector(`[data-group=${name}]`)?.scrollIntoView({ block: 'start' })}
              />
            );
          })}
        </div>
      )}
      <div
        ref={box}
        className={styles.scroll}
        role="group"
        aria-label={t('composer.emoji')}
        onKeyDown={walk}
        onPointerLeave={() => setLooked(undefined)}
      >
        {!all && <SkeletonRows rows={5} />}
        {found === 0 && <p className={styles.none}>{t('emoji.none', { term: term.trim() })}</p>}
        {shown.map(({ name, emoji }, at) => (
          <section
            key={name}
            data-group={name}
            aria-label={t(`emoji.${name}`)}
            className={mergeClasses(at > 1 && styles.far)}
            // What is far below is not laid out before one comes there.
            style={at > 1 ? { containIntrinsicSize: `auto ${Math.ceil(emoji.length / columns) * 36 + 26}px` } : {}}
          >
            <h3 className={styles.heading}>{t(`emoji.${name}`)}</h3>
            <div className={styles.grid}>
              {emoji.map((each) => {
                const isEntry = isFirst;
                isFirst = false;
                return (
                  <button
                    key={each.sign}
                    type="button"
                    data-emoji
                    className={styles.emoji}
                    aria-label={each.name}
                    tabIndex={isEntry ? 0 : -1}
                    onClick={() => pick(each)}
                    onFocus={() => setLooked(each)}
                    onPointerEnter={() => setLooked(each)}
                  >
                    {each.sign}
                  </button>
                );
              })}
            </div>
          </section>
        ))}
      </div>
      <div className={styles.foot} aria-hidden="true">
        {named ? `${named.sign}  ${named.name}` : ''}
      </div>
      <VisuallyHidden live="polite">{found === undefined ? '' : t('emoji.count', { count: found })}</VisuallyHidden>
    </div>
  );
}
