/** The passwords of sufficient length that attackers try first. */
const common = new Set(
  `12345678 123456789 1234567890 123123123 11111111 111111111 1111111111 00000000 22222222 87654321 987654321 88888888
  99999999 12341234 12344321 11223344 112233445566 123321123 147258369 789456123 password password1 password12
  password123 passw0rd p@ssw0rd p@ssword qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 1q2w3e4r 1q2w3e4r5t 1qaz2wsx
  q1w2e3r4 q1w2e3r4t5 zaq12wsx asdfghjk asdfghjkl zxcvbnm1 zxcvbnm123 abcd1234 abc12345 abcdefgh abcdefg1 a1b2c3d4
  aa123456 a1234567 a12345678 iloveyou iloveyou1 sunshine princess football baseball superman batman123 starwars
  trustno1 welcome1 welcome123 letmein1 letmein123 whatever computer internet michelle jennifer samantha master123
  dragon123 monkey123 shadow123 admin123 admin1234 administrator changeme changeme1 default1 secret123 test1234
  senha123 senha1234 senha12345 senhasenha minhasenha mudar123 mudar1234 trocar123 brasil123 brasil2024 brasil2025
  brasil2026 flamengo corinthians palmeiras saopaulo cruzeiro vascodagama internacional botafogo fluminense teamo123
  euteamo1 euteamojesus jesuscristo deusefiel deusfiel familia123 felicidade contrasena contrasena1 hola1234 empresa123
  atendimento atendimento1 whatsapp whatsapp1 whatsapp123 cliente123 usuario123 gestor123 suporte123`.split(/\s+/),
);

/** Returns true for a well-known password and for one that repeats a single character. */
export const isCommonPassword = (password: string): boolean => {
  const plain = password.trim().toLowerCase();
  return common.has(plain) || (password.length >= 8 && new Set(plain).size <= 1);
};
