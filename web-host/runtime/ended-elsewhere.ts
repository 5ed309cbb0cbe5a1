const name = 'balcao.ended-elsewhere';

/** Carries the reason for signing in again across a reload. */
export const endedElsewhere = {
  note: (): void => sessionStorage.setItem(name, 'yes'),
  forget: (): void => sessionStorage.removeItem(name),
  isNoted: (): boolean => sessionStorage.getItem(name) !== null,
};
