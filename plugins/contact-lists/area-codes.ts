/** The area codes (DDD) of Brazil in use, with their state and time zone. */
const codesOfStates: Readonly<Record<string, string>> = {
  SP: '11 12 13 14 15 16 17 18 19',
  RJ: '21 22 24',
  ES: '27 28',
  MG: '31 32 33 34 35 37 38',
  PR: '41 42 43 44 45 46',
  SC: '47 48 49',
  RS: '51 53 54 55',
  DF: '61',
  GO: '62 64',
  TO: '63',
  MT: '65 66',
  MS: '67',
  AC: '68',
  RO: '69',
  BA: '71 73 74 75 77',
  SE: '79',
  PE: '81 87',
  AL: '82',
  PB: '83',
  RN: '84',
  CE: '85 88',
  PI: '86 89',
  PA: '91 93 94',
  AM: '92 97',
  RR: '95',
  AP: '96',
  MA: '98 99',
};

export interface AreaCode {
  ddd: number;
  /** Two letters, as `SP`. */
  state: string;
}

/** All 67 area codes in order. 61 is also the ring of Goiás around Brasília. */
export const areaCodes: readonly AreaCode[] = Object.entries(codesOfStates)
  .flatMap(([state, codes]) => codes.split(' ').map((ddd) => ({ ddd: Number(ddd), state })))
  .toSorted((one, other) => one.ddd - other.ddd);

/** Returns the state of an area code, or undefined if it is not in use. */
export const stateOf = (ddd: number): string | undefined => areaCodes.find((one) => one.ddd === ddd)?.state;

const otherZones: Readonly<Record<string, string>> = {
  MT: 'America/Cuiaba',
  MS: 'America/Campo_Grande',
  AC: 'America/Rio_Branco',
  RO: 'America/Porto_Velho',
  AM: 'America/Manaus',
  RR: 'America/Boa_Vista',
};

/** Returns the IANA time zone of an area code: that of Brasília unless its state has another. */
export const timeZoneOf = (ddd: number): string => otherZones[stateOf(ddd) ?? ''] ?? 'America/Sao_Paulo';
