/** What a word says that a field is for. */
export type SecretKind = 'password' | 'pin' | 'cardCode' | 'code';

/**
 * Words by which labels and names of fields ask for a secret, a line a language; phrases stand between commas. `*` stands for letters, `=`
 * before a phrase that is one only where it is all of the text, since it has other meanings. Accents and case do not count.
 */
const phrases: Readonly<Record<SecretKind, string>> = {
  password: `
    password*, *password, passwd*, *passwd, pwd, userpwd, passphrase*, passcode, = pass
    passwort*, *passwort, *kennwort, kennwort*, geheimwort
    mot de passe, mots de passe, motdepasse, mdp, phrase secrete
    contrasena*, contrasenya*, contrasinal*, = clave, = su clave, = tu clave, clave de acceso, clave secreta, clave personal
    senha, senhas, palavra passe, palavra chave de acesso
    parola d ordine, = parola
    wachtwoord*, *wachtwoord, wachtzin
    haslo, hasla, haslem
    losenord*, *losenord
    adgangskode*, kodeord*, adgangsord
    passord*, *passord
    salasan*
    heslo, hesla, heslem
    jelszo*, jelszava*
    parola noua, parola ta, parola dvs, parola actuala, parola curenta, introdu parola, introduceti parola, confirma parola
    парол*
    sifre, sifreniz*, sifreyi, sifrenizi, yeni sifre, parolaniz*, yeni parola, parolayi
    κωδικος προσβασης, κωδικο προσβασης, κωδικου προσβασης, = κωδικος, συνθηματικο
    lozink*, zaporka, geslo, gesla, slaptazod*, parool*, salasona, lykilord*, fjalekalim*, pasahitz*
    パスワード, パスフレーズ, 合言葉
    密码, 密碼, 口令
    비밀번호*, 패스워드*, 암호, 암호를
    كلمة المرور, كلمة السر, كلمه المرور, رمز عبور, گذرواژه
    סיסמה, סיסמא, הסיסמה
    पासवर्ड
    รหัสผ่าน
    mat khau, kata sandi, katalaluan, kata laluan`,
  pin: `
    enter pin, pin number
    pin nummer, pin eingeben, pin bestatigen, geheimzahl, geheimnummer
    code secret, code confidentiel
    numero secreto, codigo secreto
    codice segreto
    je pincode, uw pincode
    pinkod, pin kod, pinkoden
    pinkode, pin kode, pinkoden
    pinkoodi, pin koodi, tunnusluku
    pin kodja, pin kodu, pin cod, kod pin, pin kodunuz
    пин, пин код*, пин коду, пинкод*, пін, пін код*
    暗証番号, パスコード, pinコード
    pin码, pin碼, 个人识别码
    핀번호, 핀 번호, pin 번호`,
  cardCode: `
    cvv, cvv2, cvc, cvc2, card security code, card verification code, card verification value
    kartenprufnummer, kartenprufziffer, kartensicherheitscode
    cryptogramme, cryptogramme visuel
    codigo de seguridad de la tarjeta, codigo de seguranca do cartao, codice di sicurezza della carta
    kaartverificatie*, cvv kod, cvc kod, kod cvv, kod cvc`,
  code: `
    one time code, one time password, one time passcode, otp, totp, verification code, security code, authentication code, backup code, recovery code
    einmalcode, einmalkennwort, sicherheitscode, bestatigungscode, verifizierungscode, sms code, sms tan, mobiletan, zugangscode, tan eingeben
    code de securite, code de verification, code d acces, code a usage unique, code sms
    codigo de seguridad, codigo de verificacion, codigo de un solo uso, codigo sms, codigo de acceso
    codigo de seguranca, codigo de verificacao, codigo de acesso, codigo de uso unico
    codice di sicurezza, codice di verifica, codice usa e getta, codice monouso, codice sms
    beveiligingscode, verificatiecode, toegangscode, eenmalige code
    kod bezpieczenstwa, kod zabezpieczajacy, kod weryfikacyjny, kod jednorazowy, kod sms, kod dostepu
    sakerhetskod, engangskod, verifieringskod
    sikkerhedskode, sikkerhetskode, engangskode, engangspassord, bekraeftelseskode, bekreftelseskode
    turvakoodi, kertakayttokoodi, vahvistuskoodi
    bezpecnostni kod, jednorazovy kod, overovaci kod
    biztonsagi kod, egyszer hasznalatos kod, ellenorzo kod
    cod de securitate, cod de verificare, cod de unica folosinta
    код безопасности, код подтверждения, одноразовый код, код из смс, код из sms, секретный код, код доступа
    код безпеки, код підтвердження, одноразовий код, код доступу
    guvenlik kodu, dogrulama kodu, tek kullanimlik sifre, tek kullanimlik kod
    κωδικος ασφαλειας, κωδικος επαληθευσης, κωδικος μιας χρησης
    セキュリティコード, ワンタイムコード, 認証コード, 確認コード
    验证码, 驗證碼, 安全码, 安全碼, 动态码, 校验码
    인증번호, 인증 번호, 인증코드, 인증 코드, 보안코드, 보안 코드
    رمز التحقق, קוד אימות, ma xac nhan, kode verifikasi, kode otp`,
};

/** Letters whose strokes Unicode does not take apart. */
const folded: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  ı: 'i',
  æ: 'ae',
  ð: 'd',
  ß: 'ss',
};

/** Scripts that put no space between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

const kinds: readonly (readonly [SecretKind, RegExp])[] = (
  ['cardCode', 'pin', 'code', 'password'] as const
).map((kind) => [kind, toPattern(phrases[kind])]);

function toPattern(list: string): RegExp {
  const alternatives = list
    .split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
    .map((phrase) => {
      const words = phrase
        .replace('=', '')
        .split('*')
        .map(foldWords)
        .join(String.raw`\p{L}{0,20}`);
      if (phrase.startsWith('=')) return `^${words}[ \\d]{0,4}$`;
      return unspaced.test(words) ? words : `(?<!\\p{L})${words}(?!\\p{L})`;
    });
  return new RegExp(`(?:${alternatives.join('|')})`, 'u');
}

const atEnd: readonly RegExp[] = kinds.map(
  ([, pattern]) => new RegExp(`${pattern.source}[ \\d]{0,4}$`, 'u'),
);

/** Characters; longer texts are sentences that may speak of secrets besides. */
const longestText = 60;

/** Returns what a label or a name of a field asks for, when one of its words says that this is secret, in any of the languages known. */
export function findSecretWord(text: string): SecretKind | undefined {
  if (text.length > longestText) return undefined;
  const words = foldWords(text);
  return kinds.find(([, pattern]) => pattern.test(words))?.[0];
}

/** Whether a name, as of a parameter or a member, ends in such a word: `login_passwort`, and not `passwortHinweis`. */
export function endsInSecretWord(name: string): boolean {
  if (name.length > longestText) return false;
  const words = foldWords(name);
  return atEnd.some((pattern) => pattern.test(words));
}

/** Lower-case words without accents, with a space between them: `userPasswort`, `user_passwort` and `User Passwort` are one. */
function foldWords(text: string): string {
  return text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[łøıæðß]/g, (letter) => folded[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
