const name = 'balcao.ended-elsewhere';

/** Why somebody has to sign in again, across the load of the page in between. */
export const endedElsewhere = {
  note: (): void => sessionStorage.setItem(name, 'yes'),
  forget: (): void => sessionStorage.removeItem(name),
  isNoted: (): boolean => sessionStorage.getItem(name) !== null,
};
