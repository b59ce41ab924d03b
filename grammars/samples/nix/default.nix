# A package and a module that runs it.
{ lib
, stdenv
, fetchFromGitHub
, nodejs ? null
, enableTests ? true
, ...
}@args:

let
  inherit (lib) mkOption types optionals;
  version = "1.2.0";
  /* Names of the programs. */
  programs = [ "reader" "writer" ];
  compose = f: g: x: f (g x);
  double = { n, m ? 2 }: n * m;
in
assert nodejs != null -> lib.versionAtLeast nodejs.version "20";
stdenv.mkDerivation rec {
  pname = "reader";
  inherit version;

  src = fetchFromGitHub {
    owner = "example";
    repo = pname;
    rev = "v${version}";
    hash = "sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
  };

  buildInputs = [ nodejs ] ++ optionals enableTests (with args; [ mocha chai ]);
  doCheck = enableTests && !stdenv.isDarwin || false;

  installPhase = ''
    mkdir -p $out/bin
    for name in ${lib.concatStringsSep " " programs}; do
      install -m755 $name ''${out}/bin
    done
  '';

  passthru = {
    tests.simple = import ./test.nix { inherit lib; };
    "quoted name" = builtins.map (compose toString double) [ { n = 1; } ];
    ${"dynamic-" + version} = null;
    count = if programs == [ ] then 0 else builtins.length programs;
    path = ./. + "/data";
    channel = <nixpkgs/lib>;
    number = -1.5e3;
    home = args.home or "/root";
    has = args ? nodejs.version;
    merged = { a = 1; } // { b.c = 2; };
    port = mkOption {
      type = types.port;
      default = 8080;
    };
  };

  meta = with lib; {
    description = "Reads";
    homepage = "https://example.com";
    license = licenses.mit;
    platforms = platforms.unix;
  };
}
