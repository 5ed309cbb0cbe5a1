import { useEffect, useRef, type KeyboardEvent } from 'react';

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** One of the days can be reached by Tab; arrows go from day to day, and from row to row. */
export const useDayFocus = () => {
  const ref = useRef<HTMLDivElement>(null);
  const days = (): HTMLElement[] => [...(ref.current?.querySelectorAll<HTMLElement>('button[data-day]') ?? [])];
  useEffect(() => {
    const all = days();
    if (all.length > 0 && !all.some(({ tabIndex }) => tabIndex === 0)) (all[0] as HTMLElement).tabIndex = 0;
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    const all = days();
    const at = all.findIndex((day) => day === document.activeElement);
    const next = step === undefined || at < 0 ? undefined : all[at + step];
    if (!next) return;
    event.preventDefault();
    for (const day of all) day.tabIndex = day === next ? 0 : -1;
    next.focus();
  };
  return { ref, onKeyDown };
};
