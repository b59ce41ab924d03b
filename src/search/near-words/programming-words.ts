/**
 * The usual words of programming in other languages that no spelling rule (cognates.ts) finds: one line per meaning, in English, German,
 * French, Spanish, Russian, and Japanese with Chinese. Plurals and most verb forms follow from endings (foreign-forms.ts); irregular ones
 * are listed. Of several English words the first is the usual one.
 */
export const programmingWords = `
access|zugriff zugreifen zugang|accès accéder|acceso acceder
add append|hinzufügen anhängen angehängt anfügen|ajouter|añadir agregar|добавить|追加 添加
address|adresse anschrift|adresse|dirección
allow permission|erlauben erlaubt zulassen berechtigung|autoriser permettre|permitir permiso
answer response reply|antwort beantworten|réponse répondre|respuesta responder|ответ|応答 レスポンス
application|anwendung|||приложение|アプリ 应用
array||tableau|arreglo matriz|массив|配列 数组
bar|balken leiste|barre|barra
begin start|begonnen anfang|commencer démarrer début|comenzar iniciar empezar inicio|начало|開始 启动
browser||navigateur|navegador
build|bauen erstellen gebaut|construire|construir compilar
button|knopf schaltfläche|bouton|botón
cache buffer|zwischenspeicher puffer|tampon|búfer|кэш|キャッシュ 缓存
call|aufruf aufrufen aufgerufen|appel appeler|llamada llamar|вызов|呼び出し 调用
cancel abort|abbrechen abbruch abgebrochen|annuler interrompre|anular|отмена|キャンセル 取消
case|fall|cas
catch intercept|abfangen fangen|attraper|capturar atrapar
change modify|ändern änderung geändert|changement|cambiar cambio|изменить|変更 修改
character|zeichen buchstabe|caractère|carácter
check verify|prüfen überprüfen geprüft prüfung|vérifier|comprobar chequear|проверка|確認 検査
child|kind|enfant|hijo
class|klasse||clase|класс|クラス
clean|bereinigen säubern aufräumen|nettoyer|limpiar
close|schließen geschlossen|fermer fermeture|cerrar cierre|закрыть|閉じる 关闭
code|||código
color|farbe farbig|couleur
column|spalte|colonne
command|befehl kommando||comando orden|команда|コマンド 命令
comment||commentaire|comentario
compare|vergleichen vergleich verglichen|comparer
compress|komprimieren komprimierung packen||comprimir
condition|bedingung
connect connection|verbinden verbindung verbunden|connexion|conectar conexión|соединение|接続 连接
content|inhalt|contenu|contenido
convert|umwandeln umwandlung wandeln|||преобразовать|変換 转换
copy|kopieren|copier|copiar
count|zählen anzahl zähler|compter compteur|contar contador
crash|absturz abstürzen|planter|caída
create|erstellen erzeugen anlegen angelegt erzeugung|création|creación|создать|作成 创建
data|daten|données|datos|данные|データ 数据
database|datenbank|base-de-données|||データベース 数据库
date|datum||fecha
decode|entschlüsseln|décoder|decodificar
default|standard vorgabe voreinstellung standardwert|défaut|defecto predeterminado
define|festlegen
delete remove|löschen entfernen gelöscht entfernt|supprimer effacer enlever|borrar eliminar quitar|удалить|削除 删除
dependency|abhängigkeit|dépendance|dependencia
determine|ermitteln bestimmen||determinar
develop development|entwickeln entwicklung|développement développer|desarrollo desarrollar
directory folder|verzeichnis ordner|répertoire dossier|carpeta|каталог|ディレクトリ 目录
display show|anzeigen anzeige angezeigt zeigen darstellen|afficher montrer affichage|mostrar visualizar|показать|表示 显示
download|herunterladen|télécharger téléchargement|descargar descarga
draw render|zeichnen darstellen|dessiner afficher|dibujar
duplicate|doppelt|double doublon
edit|bearbeiten bearbeitung|modifier
empty|leer|vide|vacío|пустой
encode encoding|kodieren kodierung|encodage|codificar codificación|кодировка|エンコード 编码
encrypt|verschlüsseln verschlüsselung|chiffrer|cifrar
end|ende beenden|fin terminer|fin terminar finalizar
entry|eintrag|entrée|entrada
enum enumeration|aufzählung
environment|umgebung|environnement|entorno
error|fehler fehlerhaft||fallo|ошибка|エラー 誤り
event|ereignis|événement||событие|イベント 事件
example|beispiel|exemple|ejemplo
exception|ausnahme|||исключение|例外 异常
exclude|ausschließen ausgeschlossen|exclure|excluir
execute run|ausführen ausführung laufen läuft ausgeführt|exécution lancer|ejecutar ejecución|выполнить|実行 执行
expression|ausdruck||expresión
extension|erweiterung
fail failure|fehlschlagen fehlgeschlagen scheitern|échouer échec|fallar fracaso
fetch get|holen abrufen geholt|récupérer obtenir|obtener conseguir recuperar
field|feld|champ|campo
file|datei|fichier|archivo fichero|файл|ファイル 文件
find search|suchen suche gefunden|chercher trouver recherche|buscar encontrar búsqueda|поиск|検索 搜索
flag switch|schalter umschalten|drapeau|bandera
form|formular|formulaire|formulario
format|||formato
function|||||関数 函数
generate|erzeugen
group|gruppe||grupo
handle handler|behandeln behandlung|gérer gestionnaire|manejar manejador|обработать|処理 处理
header|kopfzeile kopf|en-tête entête|cabecera encabezado|заголовок|ヘッダー
help|hilfe helfen|aide|ayuda
hide hidden|verbergen verstecken versteckt|cacher masquer|ocultar oculto
include|einbinden enthalten enthält|inclure|incluir
indent|einrücken einrückung|retrait|sangría
initialize|einrichten|initialiser|inicializar|инициализация|初期化 初始化
input|eingabe|entrée saisie|entrada|ввод|入力 输入
insert|einfügen eingefügt|insérer||вставить|挿入 插入
integer|ganzzahl|entier|entero
interface|schnittstelle|||интерфейс|インターフェース 接口
invalid|ungültig|
iterate|durchlaufen|parcourir itérer|recorrer iterar
join|verketten verbinden verkettung|joindre|unir
key|schlüssel taste|clé clef touche|clave llave tecla|ключ|キー
length|länge|longueur|longitud
level|ebene stufe|niveau|nivel
library|bibliothek|bibliothèque|biblioteca librería
limit|grenze begrenzen obergrenze
line|zeile linie|ligne||строка
link|verknüpfung|lien|enlace enlazar
list|auflisten||listar|список|リスト 列表
listen|lauschen horchen|écouter|escuchar
load|laden lädt geladen|charger chargement|cargar carga|загрузить|読み込 加载
lock|sperre sperren|verrou verrouiller|bloqueo bloquear
log|protokoll protokollieren protokollierung|journal journaliser|registro bitácora|журнал|ログ 日志
login authentication|anmelden anmeldung authentifizierung|connexion identification|autenticar acceso|вход|ログイン 認証
loop|schleife|boucle|bucle ciclo
lower|klein kleinbuchstaben|minuscule|minúscula
mail|post|courriel courrier|correo
manage|verwalten verwaltung|gérer gestion|gestionar administrar gestión
match|übereinstimmung übereinstimmen passen|correspondre correspondance|coincidir coincidencia
memory|speicher arbeitsspeicher|mémoire||память|メモリ 内存
merge combine|zusammenführen vereinigen zusammenfügen verschmelzen|fusionner|combinar fusionar mezclar|слияние|マージ 合并
message|nachricht meldung||mensaje|сообщение|メッセージ 消息
missing|fehlend fehlt fehlen|manquant manquer|faltante faltar
mode|modus
move|verschieben bewegen verschoben|déplacer
name|benennen|nom nommer|nombre|имя|名前 名称
network|netzwerk netz|réseau|red|сеть|ネットワーク 网络
new|neu|nouveau nouvelle|nuevo
node|knoten|nœud noeud||узел|ノード 节点
number|zahl nummer|nombre numéro|número|число|数値 数字
object|gegenstand|objet|objeto|объект|オブジェクト 对象
open|öffnen offen geöffnet|ouvrir ouvert|abrir abierto|открыть|開く 打开
order sort|reihenfolge ordnung sortierung|trier|orden ordenar|порядок|順序 排序
output|ausgabe ausgeben ausgegeben|sortie|salida|вывод|出力 输出
package|paket|paquet|paquete
page|seite||página|страница|ページ 页面
parse|zerlegen auswerten einlesen zerlegt parsen|analyser analyse|analizar análisis|разбор|解析
part|teil abschnitt|partie
password|passwort kennwort|mot-de-passe|contraseña clave|пароль|パスワード 密码
path|pfad|chemin|ruta camino|путь|パス 路径
pattern|muster|motif|patrón
process|verarbeiten verarbeitung vorgang|traiter processus traitement|procesar proceso|процесс|プロセス 进程
progress|fortschritt|progression avancement|progreso
prompt ask|abfragen fragen nachfragen|demander|pedir preguntar solicitar
property|eigenschaft|propriété|propiedad|свойство|プロパティ 属性
query|abfrage||consulta|запрос|クエリ 查询
queue|warteschlange|file-d'attente|cola|очередь|キュー 队列
read|lesen liest gelesen auslesen einlesen|lire lecture|leer lectura|читать|読む 読み
receive|empfangen erhalten|recevoir|recibir
record|aufzeichnen datensatz|enregistrer enregistrement|registrar grabar registro
redirect|weiterleiten weiterleitung umleiten umleitung|rediriger redirection|redirigir redirección|перенаправление|リダイレクト 重定向
register|anmelden eintragen|enregistrer inscrire|registrar|регистрация|登録 注册
rename|umbenennen umbenannt|renommer|renombrar
repeat retry|wiederholen wiederholung|répéter réessayer|repetir reintentar
replace|ersetzen ersetzt austauschen|remplacer|reemplazar sustituir|заменить|置換 替换
report|melden berichten bericht|signaler rapport|informar informe
request|anfrage anforderung anfragen|demande|petición solicitud|запрос|リクエスト 要求
reset|zurücksetzen|réinitialiser|restablecer reiniciar
result|ergebnis resultat|résultat||результат|結果 结果
return|zurückgeben rückgabe zurückgegeben liefern|retourner renvoyer retour|devolver retornar retorno|вернуть|戻り 返す
root|wurzel|racine|raíz
route|strecke|chemin|ruta
row|zeile reihe|ligne rangée|fila
rule|regel|règle|regla
save store|speichern sichern gespeichert ablegen|enregistrer sauvegarder stocker|guardar almacenar|сохранить|保存 存储
schema|||esquema
select|auswählen auswahl wählen|sélectionner choisir|seleccionar elegir
send|schicken gesendet versenden|envoyer envoi|enviar envío|отправить|送信 发送
separate split|trennen teilen aufteilen getrennt|diviser|dividir
serve server|ausliefern bereitstellen||servidor
session|sitzung||sesión||セッション 会话
set|setzen gesetzt menge|ensemble|establecer conjunto poner
setting|einstellung einstellen|réglage|ajuste|настройка|設定 设置
shared common|gemeinsam geteilt|partagé commun|compartido común
sign|unterschreiben||firmar firmado
size|größe|taille|tamaño|размер|サイズ 大小
slash|schrägstrich|barre-oblique
source|quelle quelltext quellcode||fuente origen
space|leerzeichen raum||espacio
state status|zustand|état
stop|anhalten stoppen beenden|arrêter|parar detener
stream|strom datenstrom|flux|flujo
string|zeichenkette zeichenfolge|chaîne|cadena|строка|文字列 字符串
table|tabelle tafel
target|ziel|cible|objetivo destino
task|aufgabe|tâche|tarea|задача|タスク 任务
template|vorlage|modèle gabarit|plantilla|шаблон|テンプレート 模板
test|prüfung|essai|prueba probar||テスト 测试
throw raise|werfen auslösen geworfen|lever lancer|lanzar
time|zeit uhrzeit|temps heure|tiempo hora|время|時間 时间
timeout|zeitüberschreitung zeitlimit|délai|tiempo-de-espera|таймаут|タイムアウト 超时
transfer|übertragen übertragung
tree|baum|arbre|árbol|дерево|ツリー
type|typ art||tipo|тип|类型
underscore|unterstrich|tiret-bas|guion-bajo
update|aktualisieren aktualisierung|mettre-à-jour actualiser|actualizar|обновить|更新
upload|hochladen|téléverser envoi|subir carga|загрузить|アップロード 上传
upper|großbuchstaben|majuscule|mayúscula
usage use|benutzung verwendung benutzen verwenden nutzen|utilisation utiliser|uso usar utilizar
user|benutzer nutzer anwender|utilisateur|usuario|пользователь|ユーザー 用户
valid|gültig|
value|wert|valeur|valor|значение
variable||||переменная|変数 变量
version|fassung
view|ansicht sicht|vue|vista
wait|warten wartet|attendre attente|esperar espera|ждать|待つ 等待
warning|warnung|avertissement|advertencia aviso
window|fenster|fenêtre|ventana
wrap|umbrechen umhüllen umbruch|envelopper|envolver
write|schreiben schreibt geschrieben|écrire écriture|escribir escritura|писать|書き込み 写入
wrong|falsch|mauvais incorrect|incorrecto equivocado`;

/** Words that only hold a sentence together, by language. In a question in that language they say nothing about code. */
export const functionWords: Readonly<Record<string, string>> = {
  de: 'aber alle als am an andere anderem anderen anderer anderes auch auf aus bei beim bin bis da dann das dass dem den der des die dies diese dieser dieses doch dort durch ein eine einem einen einer eines er es etwas für gegen gibt habe haben hat hier ich ihr im in ist ja jede jeder jedes kann kein keine können man mehr mein mit muss nach nicht noch nur ob oder ohne pro schon sein sich sie sind so sollen soll über um und uns unter vom von vor wann war warum was welche welchem welchen welcher welches wenn wer werden wie wieder wird wir wo wofür woher wohin womit worden wurde wurden zu zum zur zwei zwischen',
  fr: 'a au aux avec ce ces cet cette ceux comme comment dans de depuis des du elle elles en entre est et être fait il ils je la le les leur lors lorsque mais même ne nous on ou où par pas peut pendant pour pourquoi quand que quel quelle quels quelles qui sa sans se ses si son sont sous sur tous tout toute un une vers vous y deux',
  es: 'a al como cómo con cual cuál cuando cuándo de del desde donde dónde dos el ella en entre es esta está este esto están fue ha hay la las le lo los más mi muy no nos o para pero por porque puede que qué quien quién se ser si sin sobre son su sus también tiene todo todos tras un una unas unos y ya',
  it: 'alla che come con cosa da dal dalla dei del della delle di dove due e gli il in la le lo nel nella non per perché quale quando se si sono su tra un una uno viene è',
  pt: 'ao aos as com como da das de do dos e em entre essa esse esta este isso na nas no nos não o onde os ou para pela pelo por porque quais qual quando que se sem ser seu sua são uma um é',
  nl: 'aan als bij dat de deze die dit door een en er geen het hoe in is kan met naar niet of om onder op over te tot uit van voor waar waarom wanneer wat welke worden wordt zijn zonder',
  ru: 'в во для до если и из или как какая какие какой когда кто ли на не о от по при с со что чтобы это этот где где-то через',
};
