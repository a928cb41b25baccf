import { expect, test } from 'vitest';
import { isSecretField, isSecretMember, isSecretRecipeVariable } from './secret-shapes.ts';
import { endsInSecretWord, findSecretWord } from './secret-words.ts';

test.each([
  ['English', 'Enter your password | newPassword2 | Password again | CVV / CVC | One-time code'],
  [
    'German',
    'Passwort eingeben | benutzerPasswort | Kennwort wiederholen | Einmalcode | Geheimzahl',
  ],
  [
    'French',
    'Saisissez votre mot de passe | mot_de_passe | mdp | Code secret | Cryptogramme visuel',
  ],
  ['Spanish', 'Ingrese su contraseña | txtContrasena | Clave | Código de verificación'],
  ['Catalan', 'La teva contrasenya'],
  ['Italian', "Parola d'ordine | Parola | Codice di sicurezza | Codice PIN"],
  ['Portuguese', 'Digite sua senha | Palavra-passe | Código de segurança'],
  ['Dutch', 'Uw wachtwoord | wachtwoordHerhaald | Uw pincode | Beveiligingscode'],
  ['Polish', 'Hasło | Powtórz hasło | haslo | kod CVV | kod jednorazowy'],
  ['Swedish', 'Lösenord | nytt_losenord | Engångskod'],
  ['Danish', 'Adgangskode | Gentag kodeord | Engangskode'],
  ['Norwegian', 'Passord | Gjenta passordet | Sikkerhetskode'],
  ['Finnish', 'Salasana | Vahvista salasanasi | Kertakäyttökoodi'],
  ['Czech', 'Heslo | Zadejte heslo | Jednorázový kód'],
  ['Hungarian', 'Jelszó | Jelszava | Biztonsági kód'],
  ['Romanian', 'Parolă | Introduceți parola | Cod de verificare'],
  ['Russian', 'пароль | Введите пароль | Повторите пароля | ПИН-код | Код подтверждения'],
  ['Ukrainian', 'Ваш пароль | Одноразовий код'],
  ['Turkish', 'Şifre | Şifrenizi girin | Parolanız | Doğrulama kodu'],
  ['Greek', 'Κωδικός πρόσβασης | ΚΩΔΙΚΟΣ | Συνθηματικό'],
  ['Japanese', 'パスワード | パスワードを入力 | 暗証番号 | 認証コード'],
  ['Chinese', '密码 | 请输入密码 | 登入密碼 | 短信验证码 | PIN码'],
  ['Korean', '비밀번호 | 비밀번호를 입력하세요 | 암호 | 인증번호'],
  ['Arabic', 'كلمة المرور'],
  ['Hebrew', 'סיסמה'],
  ['Hindi', 'पासवर्ड'],
  ['Thai', 'กรอกรหัสผ่าน'],
  ['Vietnamese', 'Nhập mật khẩu'],
  ['Indonesian', 'Kata sandi Anda'],
])('a field whose label alone says so is secret, in %s', (_language, labels) => {
  const missed = labels
    .split(' | ')
    .filter((label) => !isSecretField({ name: '', autocomplete: '', labels: [label] }));
  expect(missed).toEqual([]);
});

test('words of other meanings are no secret', () => {
  const open = `Passenger | passengerName | Compass | Pinboard | Pin it | PIN code of your town | Passport number | Passage
    Bypass | Search keyword | Mots-clés | Palabra clave | Clave de producto | Palavra-chave | Parola chiave
    Κωδικός προϊόντος | Postleitzahl | Rabattcode | Código postal | Code promo | Kod pocztowy | Kod rabatowy
    Промокод | Код товара | クーポンコード | 郵便番号 | 优惠码 | 邮政编码 | 암호화폐 | 우편번호 | Passau | Passungen | Spinne | Tandem | tango
    Posta kodu | Koodi | Sendhan | Haslov | Heslop | Parole`;
  const secret = open
    .split(/[|\n]/)
    .map((label) => label.trim())
    .filter((label) => isSecretField({ name: label, autocomplete: '', labels: [label] }));
  expect(secret).toEqual([]);
});

test.each([
  ['Passwort', 'password'],
  ['kod CVV', 'cardCode'],
  ['ПИН-код', 'pin'],
  ['认证 | 验证码', 'code'],
])('the word says what kind of secret it is: %s', (label, kind) => {
  expect(findSecretWord(label)).toBe(kind);
});

test('a parameter or member is secret by its last word, and a variable by any', () => {
  expect(['login_passwort', 'contrasena', 'senha2', 'motDePasse'].filter(isSecretMember)).toEqual([
    'login_passwort',
    'contrasena',
    'senha2',
    'motDePasse',
  ]);
  expect(endsInSecretWord('passwortHinweis')).toBe(false);
  expect(['meinPasswort', 'senha_nova', 'seite'].map(isSecretRecipeVariable)).toEqual([
    true,
    true,
    false,
  ]);
});

test.each(['current-password', 'section-a new-password', 'one-time-code', 'cc-number', 'CC-CSC'])(
  'what fills a field in says so before all words: %s',
  (autocomplete) => {
    expect(isSecretField({ name: 'q', autocomplete, labels: ['Search'] })).toBe(true);
  },
);
