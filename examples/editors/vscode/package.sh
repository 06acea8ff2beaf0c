#!/bin/sh
# package.sh - makes the extension for VS Code:
#
#   sh package.sh [FILE]     writes FILE, yschema.vsix unless it is given
#
# It needs npm for the one library that the extension uses (which is not
# downloaded if node_modules is there), and zip.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
case ${1:-yschema.vsix} in
/*) out=$1 ;;
*) out=$PWD/${1:-yschema.vsix} ;;
esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

mkdir "$folder/extension"
cp -r "$here"/* "$folder/extension"
rm "$folder/extension/package.sh"
[ -d "$folder/extension/node_modules" ] ||
  npm install --prefix "$folder/extension" --omit=dev --no-audit --no-fund --silent
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$here/package.json")

cat >"$folder/[Content_Types].xml" <<'END'
<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="json" ContentType="application/json"/>
<Default Extension="js" ContentType="application/javascript"/>
<Default Extension="vsixmanifest" ContentType="text/xml"/>
</Types>
END
cat >"$folder/extension.vsixmanifest" <<END
<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata>
<Identity Language="en-US" Id="yschema" Version="$version" Publisher="yschema"/>
<DisplayName>yschema</DisplayName>
<Description>Schemas for YAML: what yschema check says, while you type</Description>
<Properties>
<Property Id="Microsoft.VisualStudio.Code.Engine" Value="^1.82.0"/>
</Properties>
</Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
<Dependencies/>
<Assets>
<Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
</Assets>
</PackageManifest>
END
rm -f "$out"
(cd "$folder" && zip -qr "$out" '[Content_Types].xml' extension.vsixmanifest extension)
echo "wrote $out; install it: code --install-extension $out"
